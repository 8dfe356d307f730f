// Loaded by `node --import` into a portal process. Injects the fault that INJECTED_FAULT names.

import { open } from 'node:fs/promises';
import { registerHooks } from 'node:module';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { applySourceChange, sourceFaults } from './source-faults.ts';

const fault = process.env.INJECTED_FAULT ?? '';

const changes = (sourceFaults[fault] ?? []).map((change) => ({
  ...change,
  url: pathToFileURL(change.file).href,
}));
registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    const fileChanges = changes.filter((change) => change.url === url);
    return fileChanges.length === 0
      ? loaded
      : { ...loaded, source: fileChanges.reduce(applySourceChange, String(loaded.source)) };
  },
});

const handle = await open(process.execPath);
const fileHandle = Object.getPrototypeOf(handle);
await handle.close();

if (fault === 'files') fileHandle.sync = async () => {};
if (fault === 'folders') {
  const { sync } = fileHandle;
  fileHandle.sync = async function () {
    if (!(await this.stat()).isDirectory()) return sync.call(this);
  };
}
if (fault === 'database') {
  const { exec } = DatabaseSync.prototype;
  DatabaseSync.prototype.exec = function (statements) {
    exec.call(this, statements.replace('synchronous = full', 'synchronous = off'));
  };
}
