import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import fc from 'fast-check';
import { unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { createPathDeduplicator, toSafePathSegment } from './archive-names.ts';
import { ChecksumCache } from './checksums.ts';
import { type ArchivedFile, zipBytes } from './zip-bytes.ts';
import { computeZipLayout } from './zip-layout.ts';

const contents = ['first', 'second file', '', 'x'.repeat(70_000)];
const archived: ArchivedFile[] = contents.map((content, index) => ({
  id: String(index),
  path: `BSCS-2027-00${index} Žluť/Thesis v${index}.pdf`,
  size: content.length,
  sha256: createHash('sha256').update(content).digest('hex'),
  changed: '2027-01-15 15:00:03',
}));
type Range = { start: number; end: number };

/** Returns a file store that counts the bytes that are read from it. */
function createStore(stored: readonly string[] = contents) {
  const store = {
    bytesRead: 0,
    open(id: string, range?: Range) {
      const all = Buffer.from(stored[Number(id)] ?? '');
      const bytes = range ? all.subarray(range.start, range.end + 1) : all;
      return Readable.from(readChunks(bytes));
    },
  };
  function* readChunks(bytes: Buffer) {
    for (let at = 0; at < bytes.length; at += 1000) {
      const chunk = bytes.subarray(at, at + 1000);
      store.bytesRead += chunk.length;
      yield chunk;
    }
  }
  return store;
}

type Options = {
  range?: Range;
  store?: ReturnType<typeof createStore>;
  checksums?: ChecksumCache;
  signal?: AbortSignal;
};

async function bytesOf(
  files: readonly ArchivedFile[],
  { range, store = createStore(), checksums = new ChecksumCache(), signal }: Options = {},
) {
  const pieces: Buffer[] = [];
  const nextSlice = async () => signal?.throwIfAborted();
  const waitFor = <T>(work: () => Promise<T>) => work();
  const source = { files: store, checksums, job: { nextSlice, waitFor } };
  for await (const piece of zipBytes(source, files, computeZipLayout(files), range))
    pieces.push(piece);
  return Buffer.concat(pieces);
}

describe('an archive', () => {
  it('is identical each time it is created, has the size computed in advance, and unzips to the original files', async () => {
    const whole = await bytesOf(archived);
    expect(whole.length).toBe(computeZipLayout(archived).size);
    expect(await bytesOf(archived)).toEqual(whole);
    const read = Object.entries(unzipSync(whole)).map(([path, bytes]) => [
      path,
      Buffer.from(bytes).toString(),
    ]);
    expect(read).toEqual(archived.map(({ path }, index) => [path, contents[index]]));
  });

  it('has the same bytes in any range, whether checksums are known or not, and each range reads little more than it sends', async () => {
    const whole = await bytesOf(archived);
    const checksums = new ChecksumCache();
    await bytesOf(archived, { checksums });
    const range = fc
      .tuple(fc.nat(whole.length - 1), fc.nat(whole.length - 1))
      .map(([a, b]) => ({ start: Math.min(a, b), end: Math.max(a, b) }));
    const property = fc.asyncProperty(range, async ({ start, end }) => {
      const expected = whole.subarray(start, end + 1);
      const store = createStore();
      const part = await bytesOf(archived, { range: { start, end }, store, checksums });
      expect(part.equals(expected)).toBe(true);
      expect(store.bytesRead).toBeLessThanOrEqual(expected.length);
      const cold = await bytesOf(archived, { range: { start, end } });
      expect(cold.equals(expected)).toBe(true);
    });
    await fc.assert(property, { numRuns: 50 });
  });

  it('reads each file once for its checksum, even if several clients request the last byte simultaneously', async () => {
    const store = createStore();
    const checksums = new ChecksumCache();
    const { size } = computeZipLayout(archived);
    // The end of the directory with the last file's checksum, and the last byte, which needs no checksum.
    const range = { start: size - 100, end: size - 1 };
    await bytesOf(archived, { range: { start: size - 1, end: size - 1 }, store, checksums });
    expect(store.bytesRead).toBe(0);
    await Promise.all(
      Array.from({ length: 10 }, () => bytesOf(archived, { range, store, checksums })),
    );
    expect(store.bytesRead).toBeLessThanOrEqual(contents.join('').length);
  });

  it('is not read any further once the client has disconnected', async () => {
    const store = createStore();
    const client = new AbortController();
    const { size } = computeZipLayout(archived);
    const { open } = store;
    store.open = (id, range) => {
      client.abort();
      return open(id, range);
    };
    const range = { start: size - 1000, end: size - 1 };
    const { signal } = client;
    await expect(bytesOf(archived, { range, store, signal })).rejects.toThrow('aborted');
    expect(store.bytesRead).toBeLessThan(20_000);
  });

  it('has the checksum of the intact file if a byte changes later, so that unpacking fails', async () => {
    const checksums = new ChecksumCache();
    const whole = await bytesOf(archived, { checksums });
    const damaged = createStore(contents.with(3, `${'x'.repeat(69_999)}y`));
    // The range begins within the damaged file, which is therefore not hashed.
    const start = whole.length - 2000;
    const rest = await bytesOf(archived, {
      range: { start, end: whole.length - 1 },
      store: damaged,
      checksums,
    });
    expect(rest.equals(whole.subarray(start))).toBe(false);
    const descriptor = whole.indexOf('PK\x07\x08', start, 'latin1');
    expect(rest.subarray(descriptor - start)).toEqual(whole.subarray(descriptor));
  });

  it('is aborted with an error if the SHA-256 or the size of a file is not the expected one', async () => {
    const [intact, two, ...rest] = archived;
    const wrongHash = { ...two, sha256: '0'.repeat(64) } as ArchivedFile;
    const altered = [intact as ArchivedFile, wrongHash, ...rest];
    await expect(bytesOf(altered)).rejects.toThrow('The file 1 was altered.');
    const longer = [{ ...intact, size: 6 } as ArchivedFile, two as ArchivedFile];
    await expect(bytesOf(longer)).rejects.toThrow('The file 0 was altered.');
  });

  it('uses 64-bit fields for counts and offsets that exceed 16 or 32 bits', () => {
    const entry = (index: number, size: number) => ({
      path: `${index}`.padStart(5, '0'),
      size,
      changed: '1970-01-01 00:00:00',
    });
    const small = computeZipLayout(Array.from({ length: 65_534 }, (_, index) => entry(index, 0)));
    const many = computeZipLayout(Array.from({ length: 65_535 }, (_, index) => entry(index, 0)));
    // One more entry takes 30 + 5 + 16 + 46 + 5 bytes. The 64-bit end records for 65,535 entries take another 76 bytes.
    expect(many.size - small.size).toBe(30 + 5 + 16 + 46 + 5 + 76);
    const far = computeZipLayout([entry(0, 0xffff_fffe), entry(1, 1), entry(2, 0xffff_ffff)]);
    const records = [46 + 5, 46 + 5 + 28, 46 + 5 + 28];
    expect(far.directorySize).toBe(records.reduce((sum, length) => sum + length, 0));
    expect(far.directoryOffset).toBe(0xffff_fffe + 1 + 0xffff_ffff + 3 * 35 + 20 + 16 + 16 + 24);
    expect(far.size).toBe(far.directoryOffset + far.directorySize + 76 + 22);
  });
});

describe('a file name in an archive', () => {
  it.for([
    ['A: plan / "draft"?', 'A plan draft'],
    ['..\\..\\etc', 'etc'],
    ['trailing dots... ', 'trailing dots'],
    ['con', '_con'],
    ['Aux.tar', '_Aux.tar'],
    ['COM1', '_COM1'],
    ['Concert', 'Concert'],
    ['\u202Egpj.exe', 'gpj.exe'],
    ['a\u0000b\nc', 'a b c'],
    ['محمد علی', 'محمد علی'],
    ['???', '_'],
  ] as const)(
    'is accepted by every operating system if the original name is “%s”',
    ([original, expected]) => {
      expect(toSafePathSegment(original)).toBe(expected);
    },
  );

  it('is truncated at a grapheme boundary, and numbered if it is a duplicate', () => {
    expect(toSafePathSegment('é'.repeat(80))).toBe('é'.repeat(50));
    expect(Buffer.byteLength(toSafePathSegment('👩‍👩‍👧'.repeat(30)))).toBeLessThanOrEqual(100);
    const pathOf = createPathDeduplicator();
    expect(pathOf('A', 'Thesis', '.pdf')).toBe('A/Thesis.pdf');
    expect(pathOf('A', 'thesis', '.PDF')).toBe('A/thesis (2).PDF');
    expect(pathOf('B', 'Thesis', '.pdf')).toBe('B/Thesis.pdf');
  });
});
