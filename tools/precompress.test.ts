import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { compressFolder } from './precompress.ts';

const folder = await mkdtemp(join(tmpdir(), 'precompress-'));
afterAll(() => rm(folder, { recursive: true }));

test('compressFolder writes .br and .gz files only for text files larger than 1 kB', async () => {
  const text = 'a final-year project '.repeat(200);
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'assets/index.js'), text);
  await writeFile(join(folder, 'photo.jpg'), text);
  await writeFile(join(folder, 'small.css'), 'body {}');

  await compressFolder(folder);

  const files = await readdir(folder, { recursive: true });
  expect(files.filter((name) => /\.(br|gz)$/.test(name)).sort()).toEqual([
    'assets/index.js.br',
    'assets/index.js.gz',
  ]);
  const twin = (end: string) => readFile(join(folder, `assets/index.js.${end}`));
  expect(brotliDecompressSync(await twin('br')).toString()).toBe(text);
  expect(gunzipSync(await twin('gz')).toString()).toBe(text);
});
