// Benchmark for `npm run bench`: request rates of the portal and of a minimal server with a copy of the portal's
// database. Compare runs by the ratio of the two rates: absolute rates vary between machines. With `--groups`, measures
// the CPU time of calls in a department of that size instead.

import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { getSqliteFile } from '#server/backup/places.ts';
import { onProcessEnd } from '#tools/test/on-end.ts';
import { startPostgres } from '#tools/test/start-postgres.ts';
import { createWorkspace, type WorkspaceStorage } from '#trust/lib/workspaces.ts';
import { measureBudgets } from './budgets/budgets.ts';
import { type BenchCase, buildBenchCases, uploadDownloadableFiles } from './cases.ts';
import { generateLoad, type LoadTestResult } from './load/generate.ts';
import { readMemoryBytes } from './load/process-figures.ts';
import { type RunningServer, startServer } from './load/start-server.ts';
import {
  type BenchResult,
  type CaseResult,
  type MemoryFigures,
  printCase,
  printComparison,
  printMemory,
} from './report.ts';
import {
  measureEmailRate,
  measureSavesDuringLogins,
  startCountingMailServer,
} from './scenarios.ts';
import { benchTimeZone, type SeededDepartment, seedDepartment } from './seed.ts';

const { values } = parseArgs({
  options: {
    students: { type: 'string', default: '300' },
    database: { type: 'string' },
    seconds: { type: 'string', default: '3' },
    rounds: { type: 'string', default: '3' },
    settle: { type: 'string', default: '60' },
    only: { type: 'string' },
    json: { type: 'string' },
    compare: { type: 'string' },
    profile: { type: 'string' },
    groups: { type: 'string' },
    // Years of emails, audit entries and notices, such as 3y; only with `groups`.
    history: { type: 'string', default: '0y' },
  },
});
const seconds = Number(values.seconds);
const npmStart = JSON.parse(readFileSync('package.json', 'utf8')).scripts.start;
if (values.groups) {
  const databases = values.database ? [values.database] : ['sqlite', 'postgres'];
  const options = {
    groups: Number(values.groups),
    years: Number.parseInt(values.history, 10),
    start: npmStart,
    only: values.only ?? '',
  };
  let isMet = true;
  for (const database of databases)
    isMet = (await measureBudgets({ ...options, database })) && isMet;
  process.exit(isMet ? 0 : 1);
}
const profileEnv = values.profile && {
  NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${values.profile}`,
};
const database = values.database ?? 'sqlite';
const folder = mkdtempSync(join(tmpdir(), 'bench-'));
const clean = onProcessEnd(() => rmSync(folder, { recursive: true, force: true }));
const postgres = database === 'postgres' ? startPostgres({ durable: true }) : undefined;
const results: BenchResult[] = [];
try {
  for (const students of values.students.split(',').map(Number))
    results.push(await benchmark(students));
} finally {
  postgres?.stop();
  clean();
}
if (values.json) writeFileSync(values.json, JSON.stringify(results, null, 2));
if (values.compare) printComparison(JSON.parse(readFileSync(values.compare, 'utf8')), results);

async function benchmark(students: number): Promise<BenchResult> {
  const host: WorkspaceStorage = { folder, postgresUrl: postgres?.url };
  const workspace = await createWorkspace(host);
  const began = performance.now();
  const department = await seedDepartment(workspace, students);
  console.log(
    `\n${students} students in ${department.groups} groups, ${database}, created in ${((performance.now() - began) / 1000).toFixed(0)} s`,
  );
  const copy = await copyDatabase(workspace);
  const env = {
    TIME_ZONE: benchTimeZone,
    CONFIRM_EMAIL: 'off',
    MIN_FREE_MB: '1',
  };
  const mail = await startCountingMailServer();
  const portal = await startServer(
    npmStart,
    {
      ...env,
      ...profileEnv,
      DATA_DIR: workspace.dataDir,
      DATABASE_URL: workspace.databaseUrl,
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
    const memory: MemoryFigures = {
      readyMs: portal.readyMs,
      start: readMemoryBytes(portal.pid),
      most: 0,
      settled: 0,
    };
    const cases = buildBenchCases(
      department,
      seconds,
      await uploadDownloadableFiles(portal, limit, department),
    ).filter(({ name }) => name.includes(values.only ?? ''));
    const rows: CaseResult[] = [];
    for (const current of cases) {
      const row = { name: current.name, ...(await measureRounds(current, portal, limit)) };
      memory.most = Math.max(memory.most, readMemoryBytes(portal.pid));
      rows.push(row);
      printCase(row, rows.length === 1);
    }
    for (const line of await runScenarios(portal, department, mail.state)) console.log(line);
    await sleep(Number(values.settle) * 1000);
    memory.settled = readMemoryBytes(portal.pid);
    printMemory(memory);
    return { students, database, memory, rows };
  } finally {
    await portal.stop();
    await limit.stop();
    mail.close();
  }
}

async function runScenarios(
  portal: RunningServer,
  department: SeededDepartment,
  counted: { emails: number },
) {
  if (values.only && values.only !== 'scenarios') return [];
  return [
    await measureSavesDuringLogins(portal, department),
    await measureEmailRate(portal, department, counted),
  ];
}

/** Alternates rounds of a case between the portal and the minimal server, so that other load affects both equally. */
async function measureRounds(
  { portal, limit, load }: BenchCase,
  server: RunningServer,
  minimalServer: RunningServer,
) {
  const figures: { portal: LoadTestResult[]; limit: LoadTestResult[] } = { portal: [], limit: [] };
  // Warm up the JIT compiler.
  await generateLoad(server, portal, { ...load, seconds: 1 });
  if (limit) await generateLoad(minimalServer, limit, { ...load, seconds: 1 });
  for (let round = 0; round < Number(values.rounds); round += 1) {
    figures.portal.push(await generateLoad(server, portal, load));
    if (limit) figures.limit.push(await generateLoad(minimalServer, limit, load));
  }
  const closed = median(figures.portal);
  const perSecond = Math.max(load.connections, Math.floor(closed.perSecond / 2));
  const open = await generateLoad(server, portal, { ...load, perSecond });
  return {
    portal: closed,
    limit: limit ? median(figures.limit) : undefined,
    openP99: open.p99,
  };
}

function median(all: LoadTestResult[]): LoadTestResult {
  const medianOf = (figure: keyof LoadTestResult) =>
    all.map((current) => current[figure]).sort((a, b) => a - b)[Math.floor(all.length / 2)] ??
    Number.NaN;
  return {
    perSecond: medianOf('perSecond'),
    p50: medianOf('p50'),
    p99: medianOf('p99'),
    cpu: medianOf('cpu'),
    bytes: medianOf('bytes'),
  };
}

/** Copies the seeded database for the minimal server. Must be called before the portal writes to its database. */
async function copyDatabase({ dataDir, databaseUrl }: Awaited<ReturnType<typeof createWorkspace>>) {
  const copy = mkdtempSync(join(folder, 'limit-'));
  if (!databaseUrl) {
    cpSync(getSqliteFile({ dataDir }), getSqliteFile({ dataDir: copy }));
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
