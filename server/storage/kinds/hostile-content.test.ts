import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { documentKinds, type FileKind } from '#contract/rules/document-kinds.ts';
import { buildZip } from '#tools/test/files/sample-files.ts';
import { inspectContent } from './require-kind.ts';

function check(kind: FileKind, name: string, content: Buffer, onRead = (_bytes: number) => {}) {
  const open = ({ start = 0, end = content.length - 1 } = {}) => {
    const bytes = content.subarray(start, end + 1);
    onRead(bytes.length);
    return Readable.from([bytes]);
  };
  return inspectContent(documentKinds[kind], name, { size: content.length, open });
}

const sectorBytes = 512;
const sectorAt = (sector: number) => (sector + 1) * sectorBytes;

function compoundOf(fill: (content: Buffer, last: number) => void): Buffer {
  const content = Buffer.alloc(4 * 1024 * 1024, 0xff);
  content.write('d0cf11e0a1b11ae1', 'hex');
  content.writeUInt16LE(9, 30);
  fill(content, content.length / sectorBytes - 2);
  return content;
}

const endlessTableLists = () =>
  compoundOf((content, last) => {
    content.writeUInt32LE(20, 68);
    for (let list = 20; list < 1020; list += 1) {
      for (let index = 0; index < 127; index += 1) {
        content.writeUInt32LE(index % 2 === 0 ? 10 : last, sectorAt(list) + 4 * index);
      }
      content.writeUInt32LE(list + 1, sectorAt(list) + 508);
    }
  });

const circularTableList = () =>
  compoundOf((content) => {
    content.writeUInt32LE(20, 68);
    content.writeUInt32LE(20, sectorAt(20) + 508);
  });

const circularDirectory = () =>
  compoundOf((content, last) => {
    const tables = Math.ceil((last + 1) / 128);
    for (let index = 0; index < tables; index += 1) content.writeUInt32LE(index, 76 + 4 * index);
    const setNext = (sector: number, next: number) =>
      content.writeUInt32LE(next, sectorAt(0) + 4 * sector);
    content.writeUInt32LE(100, 48);
    setNext(100, last);
    setNext(last, 100);
  });

describe('the content check of a hostile file', () => {
  test.for([
    ['table lists that name two distant sectors repeatedly', endlessTableLists],
    ['a table list that follows itself', circularTableList],
    ['a directory with a circular chain', circularDirectory],
  ] as const)('reads fewer than twice the file’s bytes for %s', async ([, build]) => {
    const content = build();
    let total = 0;
    const checked = check('proposal', 'proposal.doc', content, (bytes) => {
      total += bytes;
    });
    const result = await checked.catch(({ message }) => ({ warning: message as string }));
    expect(result.warning).toMatch(/seems incomplete|its content is not/);
    expect(total).toBeLessThan(2 * content.length);
  });

  test('yields to other requests while checking an archive with many files', async () => {
    const manyFiles = Object.fromEntries(Array.from({ length: 20_000 }, (_, i) => [`${i}.c`, '']));
    let turns = 0;
    let isChecked = false;
    const take = () => {
      turns += 1;
      if (!isChecked) setImmediate(take);
    };
    setImmediate(take);
    const checked = check('code', 'code.zip', buildZip(manyFiles));
    expect(await checked.finally(() => (isChecked = true))).toMatchObject({
      mediaType: 'application/zip',
    });
    expect(turns).toBeGreaterThanOrEqual(80);
  });
});
