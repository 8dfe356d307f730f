import { lstatSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { giveToOwner } from './private-data.ts';

test('giveToOwner gives all files in a folder, but no targets of links, to the owner if it runs as root', async () => {
  const parent = mkdtempSync(join(tmpdir(), 'owner-'));
  onTestFinished(() => rmSync(parent, { recursive: true }));
  const folder = join(parent, 'data');
  mkdirSync(join(folder, 'files/kept'), { recursive: true });
  writeFileSync(join(folder, 'files/kept/thesis'), '');
  writeFileSync(join(parent, 'outside'), '');
  symlinkSync('../outside', join(folder, 'link'));
  await giveToOwner(folder, { uid: 4711, gid: 4712 });
  const owner = lstatSync(parent);
  const isRoot = owner.uid === 0;
  const readOwner = (path: string) => {
    const { uid, gid } = lstatSync(join(parent, path));
    return { uid, gid };
  };
  const expected = isRoot ? { uid: 4711, gid: 4712 } : { uid: owner.uid, gid: owner.gid };
  for (const path of ['data/files', 'data/files/kept/thesis', 'data/link']) {
    expect(readOwner(path), path).toEqual(expected);
  }
  for (const path of ['data', 'outside']) {
    expect(readOwner(path), path).toEqual({ uid: owner.uid, gid: owner.gid });
  }
});
