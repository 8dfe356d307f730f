// Measures the CPU time of calls in a large department with years of history, on both databases.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { readCpuSeconds, readMemoryBytes } from '#bench/load/process-figures.ts';
import { type RunningServer, startServer } from '#bench/load/start-server.ts';
import { benchTimeZone, type SeededDepartment, seedDepartment } from '#bench/seed.ts';
import { openDatabase } from '#server/backup/places.ts';
import { readConfig } from '#server/config.ts';
import { onProcessEnd } from '#tools/test/on-end.ts';
import { startPostgres } from '#tools/test/start-postgres.ts';
import { createWorkspace } from '#trust/lib/workspaces.ts';
import { listCalls, type MeasuredCall } from './calls.ts';
import { insertHistory } from './history.ts';
import { findPercentile, startProbe, stopProbe } from './probe-latency.ts';

/** Limit for the 99th percentile of the latency of other requests during a call. */
const maxLatencyMs = 100;
const maxMemoryMb = 256;
const MB = 1024 * 1024;
/** A call is repeated this often, unless that takes longer than `maxMs`. */
const measured = { repetitions: 20, maxMs: 2000 };
/** The latency of other requests is measured for at least this long, in ms. */
const probeMs = 1000;

type BudgetOptions = {
  groups: number;
  years: number;
  database: string;
  start: string;
  only: string;
};

/** Prints the figures of each call, and returns whether all budgets were met. */
export async function measureBudgets(options: BudgetOptions): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  const clean = onProcessEnd(() => rmSync(folder, { recursive: true, force: true }));
  const postgres = options.database === 'postgres' ? startPostgres({ durable: true }) : undefined;
  try {
    const workspace = await createWorkspace({ folder, postgresUrl: postgres?.url });
    const department = await seedDepartment(workspace, options.groups * 2);
    const groupIds = await addHistory(workspace, department, options);
    const portal = await startServer(
      options.start,
      {
        TIME_ZONE: benchTimeZone,
        CONFIRM_EMAIL: 'off',
        MIN_FREE_MB: '1',
        DATA_DIR: workspace.dataDir,
        DATABASE_URL: workspace.databaseUrl,
      },
      { log: join(folder, 'portal.log'), path: '/readyz' },
    );
    try {
      const calls = listCalls(groupIds).filter(({ name }) => name.includes(options.only));
      return await measureCalls(calls, portal, department, postgres?.processId());
    } finally {
      await portal.stop();
    }
  } finally {
    postgres?.stop();
    clean();
  }
}

async function addHistory(
  workspace: Awaited<ReturnType<typeof createWorkspace>>,
  { admin }: SeededDepartment,
  { groups, years, database }: BudgetOptions,
): Promise<string[]> {
  const db = openDatabase(
    readConfig({ DATA_DIR: workspace.dataDir, DATABASE_URL: workspace.databaseUrl }),
  );
  try {
    const { id } = await db
      .selectFrom('users')
      .select('id')
      .where('email', '=', admin.email)
      .executeTakeFirstOrThrow();
    const counts = await insertHistory(db, years, id);
    console.log(`\n${database}, ${groups} groups, ${years} years of history:`, counts);
    const rows = await db.selectFrom('groups').select('id').orderBy('id').execute();
    return rows.map((row) => row.id);
  } finally {
    await db.destroy();
  }
}

async function measureCalls(
  calls: readonly MeasuredCall[],
  portal: RunningServer,
  department: SeededDepartment,
  databaseProcess: number | undefined,
): Promise<boolean> {
  const tokens = {
    admin: department.admin.token,
    supervisor: department.supervisor.token,
    student: department.students[0]?.token ?? '',
  };
  const probe = startProbe(portal, department);
  let overBudget = 0;
  let maxMemory = 0;
  printLine(['', 'budget', 'CPU ms', 'wall ms', 'others p99', 'max', 'MB']);
  try {
    for (const current of calls) {
      const sendCall = () => send(portal, current, tokens[current.by]);
      await sendCall();
      const { cpuMs, wallMs } = await measureCpu(portal.pid, databaseProcess, sendCall);
      const [p99, longest] = await measureOthers(probe, sendCall);
      const memory = readMemoryBytes(portal.pid);
      maxMemory = Math.max(maxMemory, memory);
      const isOver = cpuMs > current.budgetMs || p99 > maxLatencyMs;
      if (isOver) overBudget += 1;
      const figures = [current.budgetMs, cpuMs, wallMs, p99, longest, memory / MB];
      printLine([
        current.name,
        ...figures.map((figure) => figure.toFixed(0)),
        isOver ? 'over' : '',
      ]);
    }
  } finally {
    await probe.terminate();
  }
  console.log(
    `${overBudget} of ${calls.length} calls over budget; memory (PSS) at most ${(maxMemory / MB).toFixed(0)} of ${maxMemoryMb} MB`,
  );
  return overBudget === 0 && maxMemory <= maxMemoryMb * MB;
}

async function repeat(
  sendCall: () => Promise<void>,
  { repetitions: wanted, maxMs } = measured,
): Promise<{ repetitions: number; ms: number }> {
  const began = performance.now();
  let repetitions = 0;
  const isDone = () => repetitions >= wanted || performance.now() - began > maxMs;
  while (!isDone()) {
    await sendCall();
    repetitions += 1;
  }
  return { repetitions, ms: performance.now() - began };
}

/** Returns the CPU time of the portal and of PostgreSQL, and the duration, for one call. */
async function measureCpu(
  portalProcess: number,
  databaseProcess: number | undefined,
  sendCall: () => Promise<void>,
) {
  const read = () =>
    readCpuSeconds(portalProcess) + (databaseProcess ? readCpuSeconds(databaseProcess) : 0);
  const before = read();
  const { repetitions, ms } = await repeat(sendCall);
  return { cpuMs: ((read() - before) * 1000) / repetitions, wallMs: ms / repetitions };
}

/** Returns the 99th percentile and the maximum latency (ms) of another user's requests during the call. */
async function measureOthers(probe: Worker, sendCall: () => Promise<void>) {
  probe.postMessage('start');
  await repeat(sendCall, { repetitions: Number.POSITIVE_INFINITY, maxMs: probeMs });
  const latenciesMs = await stopProbe(probe);
  return [findPercentile(latenciesMs, 0.99), latenciesMs.at(-1) ?? 0] as const;
}

/** Sends a call and discards the reply, because keeping it would slow down this process. */
async function send({ url }: RunningServer, { method, path, body }: MeasuredCall, token: string) {
  const response = await fetch(url + path, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body }),
  });
  await response.body?.pipeTo(new WritableStream());
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status}`);
}

const printLine = ([name = '', ...figures]: string[]) =>
  console.log(name.padEnd(36), ...figures.map((figure) => figure.padStart(10)));
