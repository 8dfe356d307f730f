// What `npm run bench` runs: the portal as a process of its own on a department of each size, under load, beside the
// bare limit on a copy of the same database in the same run. Ratios are what counts: a machine's own speed varies.

import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { sqliteFileOf } from '#server/backup/places.ts';
import { onEnd } from '#tools/test/on-end.ts';
import { startPostgres } from '#tools/test/start-postgres.ts';
import { anEmptyPlace, type Ground } from '#trust/steps/place.ts';
import { type Case, casesOf, keepFiles } from './cases.ts';
import { type Figures, generate } from './load/generate.ts';
import { pssBytes } from './load/process-figures.ts';
import { type Server, startServer } from './load/start-server.ts';
import { compare, type Measured, type Memory, type Row, tell, tellMemory } from './report.ts';
import { deadlineRush, emailsPerMinute, savesDuringLogins, startCounting } from './scenarios.ts';
import { type Department, seed, timeZone } from './seed.ts';

const { values } = parseArgs({
  options: {
    students: { type: 'string', default: '300' },
    database: { type: 'string', default: 'sqlite' },
    processes: { type: 'string', default: '1' },
    seconds: { type: 'string', default: '3' },
    rounds: { type: 'string', default: '3' },
    settle: { type: 'string', default: '60' },
    only: { type: 'string' },
    json: { type: 'string' },
    compare: { type: 'string' },
    profile: { type: 'string' },
    // So many uploads in as many seconds; 0 leaves the evening of a deadline out.
    rush: { type: 'string', default: '30' },
  },
});
const seconds = Number(values.seconds);
const npmStart = JSON.parse(readFileSync('package.json', 'utf8')).scripts.start;
const profiled = values.profile && {
  NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${values.profile}`,
};
const folder = mkdtempSync(join(tmpdir(), 'bench-'));
const clean = onEnd(() => rmSync(folder, { recursive: true, force: true }));
const postgres = values.database === 'postgres' ? startPostgres({ durable: true }) : undefined;
const measured: Measured[] = [];
try {
  for (const students of values.students.split(',').map(Number))
    measured.push(await measure(students));
} finally {
  postgres?.stop();
  clean();
}
if (values.json) writeFileSync(values.json, JSON.stringify(measured, null, 2));
if (values.compare) compare(JSON.parse(readFileSync(values.compare, 'utf8')), measured);

async function measure(students: number): Promise<Measured> {
  const ground: Ground = { folder, postgresUrl: postgres?.url };
  const place = await anEmptyPlace(ground);
  const began = performance.now();
  const department = await seed(place, students);
  console.log(
    `\n${students} students in ${department.groups} groups, ${values.database}, made in ${((performance.now() - began) / 1000).toFixed(0)} s`,
  );
  const copy = await copyOf(place);
  const env = { TIME_ZONE: timeZone, CONFIRM_EMAIL: 'off', MIN_FREE_MB: '1' };
  const mail = await startCounting();
  const portal = await startServer(
    `${npmStart} ${values.processes === '1' ? '' : `--processes ${values.processes}`}`,
    {
      ...env,
      ...profiled,
      DATA_DIR: place.dataDir,
      DATABASE_URL: place.databaseUrl,
      SMTP_URL: mail.url,
    },
    { log: join(folder, 'portal.log'), path: '/readyz' },
  );
  const limit = await startServer(
    'exec node bench/limit.ts',
    { DATA_DIR: copy.dataDir, DATABASE_URL: copy.databaseUrl },
    { log: join(folder, 'limit.log'), path: '/ready' },
  );
  try {
    const memory: Memory = {
      readyMs: portal.readyMs,
      start: pssBytes(portal.pid),
      most: 0,
      settled: 0,
    };
    const cases = casesOf(department, seconds, await keepFiles(portal, limit, department)).filter(
      ({ name }) => name.includes(values.only ?? ''),
    );
    const rows: Row[] = [];
    for (const one of cases) {
      const row = { name: one.name, ...(await rounds(one, portal, limit)) };
      memory.most = Math.max(memory.most, pssBytes(portal.pid));
      rows.push(row);
      tell(row, rows.length === 1);
    }
    for (const said of await scenarios(portal, department, mail.state)) console.log(said);
    await sleep(Number(values.settle) * 1000);
    memory.settled = pssBytes(portal.pid);
    tellMemory(memory);
    return { students, database: values.database, memory, rows };
  } finally {
    await portal.stop();
    await limit.stop();
    mail.close();
  }
}

/** What has no bare limit, and no rate that a second says. */
async function scenarios(portal: Server, department: Department, counted: { emails: number }) {
  if (values.only && values.only !== 'scenarios') return [];
  const rush = { uploads: Number(values.rush), seconds: Number(values.rush) };
  return [
    await savesDuringLogins(portal, department),
    await emailsPerMinute(portal, department, counted),
    ...(rush.uploads > 0 ? [await deadlineRush(portal, department, rush)] : []),
  ];
}

/** In turn, so that what disturbs the machine disturbs both. */
async function rounds({ portal, limit, load }: Case, server: Server, bare: Server) {
  const figures: { portal: Figures[]; limit: Figures[] } = { portal: [], limit: [] };
  // The first requests of a process run uncompiled.
  await generate(server, portal, { ...load, seconds: 1 });
  if (limit) await generate(bare, limit, { ...load, seconds: 1 });
  for (let round = 0; round < Number(values.rounds); round += 1) {
    figures.portal.push(await generate(server, portal, load));
    if (limit) figures.limit.push(await generate(bare, limit, load));
  }
  const closed = median(figures.portal);
  const perSecond = Math.max(load.connections, Math.floor(closed.perSecond / 2));
  const open = await generate(server, portal, { ...load, perSecond });
  return {
    portal: closed,
    limit: limit ? median(figures.limit) : undefined,
    openP99: open.p99,
  };
}

function median(all: Figures[]): Figures {
  const of = (figure: keyof Figures) =>
    all.map((one) => one[figure]).sort((a, b) => a - b)[Math.floor(all.length / 2)] ?? Number.NaN;
  return {
    perSecond: of('perSecond'),
    p50: of('p50'),
    p99: of('p99'),
    cpu: of('cpu'),
    bytes: of('bytes'),
  };
}

/** For the bare limit, before the portal writes into it. */
async function copyOf({ dataDir, databaseUrl }: Awaited<ReturnType<typeof anEmptyPlace>>) {
  const copy = mkdtempSync(join(folder, 'limit-'));
  if (!databaseUrl) {
    cpSync(sqliteFileOf({ dataDir }), sqliteFileOf({ dataDir: copy }));
    return { dataDir: copy, databaseUrl: undefined };
  }
  const url = new URL(databaseUrl);
  const name = url.pathname.slice(1);
  const client = new pg.Client({ connectionString: postgres?.url });
  await client.connect();
  await client.query(`create database "${name}-limit" template "${name}"`);
  await client.end();
  url.pathname = `/${name}-limit`;
  return { dataDir: copy, databaseUrl: url.href };
}
