import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createGunzip, gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chunkSizeBytes } from '#server/storage/disk.ts';
import { toFileTarget } from './archive-file.ts';
import { GzipWriter } from './gzip-writer.ts';

const block = 0xffff;
const length = fc.oneof(
  fc.constantFrom(
    0,
    1,
    block - 1,
    block,
    block + 1,
    chunkSizeBytes - 1,
    chunkSizeBytes,
    chunkSizeBytes + 1,
  ),
  fc.integer({ min: 0, max: 3 * block }),
);
const member = fc.record({ isStored: fc.boolean(), lengths: fc.array(length, { maxLength: 3 }) });

test('a file that GzipWriter writes with compressed and uncompressed members can be decompressed by gunzip', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'gzip-'));
  const path = join(folder, 'file');
  let seed = 0;
  const bytes = (count: number) => {
    seed += 1;
    return Buffer.alloc(count, `${seed} Ünïcode `);
  };
  const property = fc.asyncProperty(
    fc.array(member, { minLength: 1, maxLength: 5 }),
    fc.integer({ min: 1000, max: 70_000 }),
    async (members, highWaterMark) => {
      const file = new GzipWriter(await toFileTarget(path).open());
      const all: Buffer[] = [];
      for (const { isStored, lengths } of members) {
        const parts = lengths.map(bytes);
        const text = Buffer.concat(parts).toString();
        if (isStored) await file.store(yieldAll(parts));
        else await file.compress(text);
        all.push(...(isStored ? parts : [Buffer.from(text)]));
      }
      const { size, sha256 } = await file.close();
      const written = await readFile(path);
      expect(size).toBe(written.length);
      expect(sha256).toBe(createHash('sha256').update(written).digest('hex'));
      const whole = Buffer.concat(all);
      expect(gunzipSync(written).equals(whole)).toBe(true);
      const parts: Buffer[] = [];
      const source = createReadStream(path, { highWaterMark });
      for await (const part of source.pipe(createGunzip())) parts.push(part);
      expect(Buffer.concat(parts).equals(whole)).toBe(true);
    },
  );
  await fc.assert(property, { numRuns: 30 });
  await rm(folder, { recursive: true });
});

async function* yieldAll(parts: Buffer[]) {
  yield* parts;
}
