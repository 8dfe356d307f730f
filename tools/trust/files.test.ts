import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runFiles } from './files/run.ts';
import { faultsOfServing } from './files/served.ts';

test('hostile files are refused, or served as what they are and sandboxed, at every place that takes files', {
  timeout: 600_000,
}, async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'trust-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const { files, refused, inert, faults } = await runFiles(dataDir, { size: 37, seed: 20_270_115 });
  expect(faults).toEqual([]);
  expect(files).toBe(37);
  expect(refused['wrong-kind-of-file']).toBeGreaterThan(100);
  expect(inert).toBeGreaterThan(5);
});

test('a file that a browser might run is found out', () => {
  const headers = {
    'content-type': 'text/html',
    'content-disposition': 'inline; filename="a.html"',
  };
  const faults = faultsOfServing(new Response('', { headers }));
  expect(faults).toContain('type “text/html”');
  expect(faults).toContain('may be sniffed');
  expect(faults.length).toBeGreaterThan(4);
});
