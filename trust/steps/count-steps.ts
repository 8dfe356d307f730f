// Loaded by `node --import` into a process of the portal: kills it right before its k-th step that leaves a trace, in
// files, database or a reply. k comes with the environment, or later as a message; or CRASH_AT says before which step,
// as an expression on the names of all steps so far, a line each.

import fs, { writeFileSync } from 'node:fs';
import { ServerResponse } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import { DatabaseSync, StatementSync } from 'node:sqlite';
import pg from 'pg';

type Method = (this: unknown, ...args: unknown[]) => unknown;

let left = Number(process.env.CRASH_BEFORE ?? 0);

const crashAt = process.env.CRASH_AT ? new RegExp(process.env.CRASH_AT) : undefined;
let names = '';

function step(name: string) {
  if (crashAt) {
    names += `${name}\n`;
    if (!crashAt.test(names)) return;
  } else {
    if (left === 0) return;
    left -= 1;
    if (left > 0) return;
  }
  if (process.env.STEP_FILE) writeFileSync(process.env.STEP_FILE, name);
  process.kill(process.pid, 'SIGKILL');
}

process.on('message', (before) => {
  left = Number(before);
  process.send?.('counting');
});
process.channel?.unref();

function count(owner: object, names: string[], textOf: Method = () => 'call') {
  const methods = owner as Record<string, Method>;
  for (const name of names) {
    const original = methods[name];
    if (!original) throw new Error(`There is no ${name} to count.`);
    methods[name] = function (...args) {
      const text = textOf.apply(this, args);
      if (text) step(`${name} ${text}`);
      return original.apply(this, args);
    };
  }
}

/** What only reads leaves no trace. */
const written = (text: unknown) => !/^\s*(select|with|pragma|$)/i.test(`${text}`) && text;
const openedToWrite = (_path: unknown, flags: unknown) => /^[wa]|\+/.test(`${flags}`) && 'file';

const pathOf: Method = (path) => path || 'nothing';

const handle = await fs.promises.open(process.execPath);
count(Object.getPrototypeOf(handle), ['write', 'writev', 'writeFile', 'sync', 'truncate']);
await handle.close();
count(fs.promises, ['open'], openedToWrite);
count(fs.promises, ['rename', 'rm', 'unlink', 'mkdir', 'writeFile'], pathOf);
count(fs, ['open'], openedToWrite);
count(fs, ['write', 'writev', 'fsync', 'mkdirSync']);
syncBuiltinESMExports();

count(DatabaseSync.prototype, ['exec'], written);
count(StatementSync.prototype, ['run', 'all', 'get', 'iterate'], function () {
  return written((this as StatementSync).sourceSQL);
});
count(pg.Client.prototype, ['query'], (query) =>
  written(typeof query === 'string' ? query : (query as { text?: string }).text),
);
count(ServerResponse.prototype, ['end']);
