// Loaded by `node --import` into a process that shall have the fault which PLANTED_FAULT names.

import { open } from 'node:fs/promises';
import { registerHooks } from 'node:module';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { changed, sourcePlants } from './plants.ts';

const fault = process.env.PLANTED_FAULT ?? '';

const changes = (sourcePlants[fault] ?? []).map((change) => ({
  ...change,
  url: pathToFileURL(change.file).href,
}));
registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    const own = changes.filter((change) => change.url === url);
    return own.length === 0
      ? loaded
      : { ...loaded, source: own.reduce(changed, String(loaded.source)) };
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
