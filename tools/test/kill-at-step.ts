// Preloaded into a portal or command. Kills it when the pattern in CRASH_AT matches the names of its steps so far: file
// operations, database writes and HTTP replies, such as `rename` with the path.

import fs from 'node:fs';
import { ServerResponse } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import { DatabaseSync, StatementSync } from 'node:sqlite';
import pg from 'pg';

type Method = (this: unknown, ...args: unknown[]) => unknown;

const crashAt = new RegExp(process.env.CRASH_AT ?? '');
let stepNames = '';

function recordStep(name: string) {
  stepNames += `${name}\n`;
  if (crashAt.test(stepNames)) process.kill(process.pid, 'SIGKILL');
}

function countCalls(target: object, stepNames: string[], textOf: Method = () => 'call') {
  const methods = target as Record<string, Method>;
  for (const name of stepNames) {
    const original = methods[name];
    if (!original) throw new Error(`There is no ${name} to count.`);
    methods[name] = function (...args) {
      const text = textOf.apply(this, args);
      if (text) recordStep(`${name} ${text}`);
      return original.apply(this, args);
    };
  }
}

const describeWrite = (text: unknown) => !/^\s*(select|with|pragma|$)/i.test(`${text}`) && text;
const describeOpen = (_path: unknown, flags: unknown) => /^[wa]|\+/.test(`${flags}`) && 'file';

const describePath: Method = (path) => path || 'nothing';

const handle = await fs.promises.open(process.execPath);
countCalls(Object.getPrototypeOf(handle), ['write', 'writev', 'writeFile', 'sync', 'truncate']);
await handle.close();
countCalls(fs.promises, ['open'], describeOpen);
countCalls(fs.promises, ['rename', 'rm', 'unlink', 'mkdir', 'writeFile'], describePath);
countCalls(fs, ['open'], describeOpen);
countCalls(fs, ['write', 'writev', 'fsync', 'mkdirSync']);
syncBuiltinESMExports();

countCalls(DatabaseSync.prototype, ['exec'], describeWrite);
countCalls(StatementSync.prototype, ['run', 'all', 'get', 'iterate'], function () {
  return describeWrite((this as StatementSync).sourceSQL);
});
countCalls(pg.Client.prototype, ['query'], (query) =>
  describeWrite(typeof query === 'string' ? query : (query as { text?: string }).text),
);
countCalls(ServerResponse.prototype, ['end']);
