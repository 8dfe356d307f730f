// Preloaded into a portal. Counts steps: file operations, database writes and HTTP replies. Kills the portal before the
// step whose number is in CRASH_BEFORE or was sent as a message. With CRASH_AT, kills it instead when this pattern
// matches the names of the steps so far, such as `rename` with the path.

import fs, { writeFileSync } from 'node:fs';
import { ServerResponse } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import { DatabaseSync, StatementSync } from 'node:sqlite';
import pg from 'pg';

type Method = (this: unknown, ...args: unknown[]) => unknown;

let stepsLeft = Number(process.env.CRASH_BEFORE ?? 0);

const crashAt = process.env.CRASH_AT ? new RegExp(process.env.CRASH_AT) : undefined;
let stepNames = '';

function recordStep(name: string) {
  if (crashAt) {
    stepNames += `${name}\n`;
    if (!crashAt.test(stepNames)) return;
  } else {
    if (stepsLeft === 0) return;
    stepsLeft -= 1;
    if (stepsLeft > 0) return;
  }
  if (process.env.STEP_FILE) writeFileSync(process.env.STEP_FILE, name);
  process.kill(process.pid, 'SIGKILL');
}

process.on('message', (before) => {
  stepsLeft = Number(before);
  process.send?.('counting');
});
process.channel?.unref();

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
