// Loaded by `node --import` into a portal that shall lose data: what a check of power cuts has to find.

import { open } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';

const handle = await open(process.execPath);
const fileHandle = Object.getPrototypeOf(handle);
await handle.close();

if (process.env.PLANTED_FAULT === 'files') fileHandle.sync = async () => {};
if (process.env.PLANTED_FAULT === 'folders') {
  const { sync } = fileHandle;
  fileHandle.sync = async function () {
    if (!(await this.stat()).isDirectory()) return sync.call(this);
  };
}
if (process.env.PLANTED_FAULT === 'database') {
  const { exec } = DatabaseSync.prototype;
  DatabaseSync.prototype.exec = function (statements) {
    exec.call(this, statements.replace('synchronous = full', 'synchronous = off'));
  };
}
