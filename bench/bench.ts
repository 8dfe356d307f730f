// Implements `npm run bench`: measures the CPU time of calls in a department of a chosen size and age, compares it with
// the budget of each call, and measures how long other requests wait meanwhile.

import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { buildEndpointUrl } from '#contract/endpoint.ts';
import { findGroup } from '#contract/groups.ts';
import { ApiCaller } from '#tools/test/caller.ts';
import { databaseKinds } from '#trust/lib/instrument.ts';
import { type PortalProcess, startPortal } from '#trust/lib/processes/portal-process.ts';
import { withWorkspace } from '#trust/lib/workspace.ts';
import { listCalls, type MeasuredCall } from './calls.ts';
import { readCpuSeconds, readMemoryBytes } from './process-figures.ts';
import { type SeededDepartment, seedDepartment } from './seed.ts';

/** Limit for the 99th percentile of the latency of other requests during a call. */
const maxLatencyMs = 100;
const maxMemoryMb = 256;
const MB = 1024 * 1024;
/** A call is repeated this often, unless that takes longer than `maxMs`. */
const measured = { repetitions: 20, maxMs: 2000 };
/** The latency of other requests is measured for at least this long, in ms. */
const probeMs = 1000;
/** The first background jobs, which email the reminders of a whole department, have ended this long after the start. */
const firstJobsMs = 75_000;

const { values } = parseArgs({
  options: {
    groups: { type: 'string', default: '2000' },
    // Years of emails, audit entries and notices, such as 3y.
    history: { type: 'string', default: '0y' },
    database: { type: 'string' },
    only: { type: 'string', default: '' },
  },
});
const databases = databaseKinds.filter((name) => name === (values.database ?? name));
const results: boolean[] = [];
for (const database of databases) results.push(await measureDatabase(database));
process.exit(results.length > 0 && results.every(Boolean) ? 0 : 1);

/** Prints the figures of each call, and returns whether all budgets were met. */
function measureDatabase(database: (typeof databaseKinds)[number]): Promise<boolean> {
  return withWorkspace({ database, durable: true }, async (workspace, postgres) => {
    const size = { groups: Number(values.groups), years: Number.parseInt(values.history, 10) };
    const department = await seedDepartment(workspace, size);
    console.log(`\n${database}, ${size.groups} groups, ${size.years} years of history`);
    const command = JSON.parse(readFileSync('package.json', 'utf8')).scripts.start;
    await using portal = startPortal(workspace, { command });
    const { url, afterMs } = await portal.ready;
    console.log(
      `ready after ${(afterMs / 1000).toFixed(1)} s with ${formatMb(readMemoryBytes(portal.pid))} MB\n`,
    );
    await sleep(firstJobsMs);
    return await measureCalls({ url, portal, department, databasePid: postgres?.processId() });
  });
}

type Site = {
  url: string;
  portal: PortalProcess;
  department: SeededDepartment;
  databasePid: number | undefined;
};

async function measureCalls(site: Site): Promise<boolean> {
  const { url, portal, department } = site;
  const calls = listCalls(department).filter(({ name }) => name.includes(values.only));
  const probe = startProbe(site);
  let [overBudget, maxMemory] = [0, 0];
  printLine(['', 'budget', 'CPU ms', 'wall ms', 'others p99', 'max', 'MB']);
  try {
    for (const call of calls) {
      let index = 0;
      const sendCall = () => send(url, call, department.tokens[call.by], index++);
      await sendCall();
      const { cpuMs, wallMs } = await measureCpu(site, call, sendCall);
      const [p99, longest] = await measureOthers(probe, call, sendCall);
      const memory = readMemoryBytes(portal.pid);
      maxMemory = Math.max(maxMemory, memory);
      const isOver = cpuMs > call.budgetMs || p99 > maxLatencyMs;
      if (isOver) overBudget += 1;
      const figures = [call.budgetMs, cpuMs, wallMs, p99, longest].map((ms) => ms.toFixed(0));
      printLine([call.name, ...figures, formatMb(memory), isOver ? 'over' : '']);
    }
  } finally {
    await probe.terminate();
  }
  console.log(
    `${overBudget} of ${calls.length} calls over budget; memory (PSS) at most ${formatMb(maxMemory)} of ${maxMemoryMb} MB`,
  );
  return calls.length > 0 && overBudget === 0 && maxMemory <= maxMemoryMb * MB;
}

async function repeat(
  { atOnce = 1 }: MeasuredCall,
  sendCall: () => Promise<void>,
  { repetitions: wanted, maxMs } = measured,
): Promise<{ repetitions: number; ms: number }> {
  const began = performance.now();
  let repetitions = 0;
  const isDone = () => repetitions >= wanted || performance.now() - began > maxMs;
  while (!isDone()) {
    await Promise.all(Array.from({ length: atOnce }, sendCall));
    repetitions += atOnce;
  }
  return { repetitions, ms: performance.now() - began };
}

/** Returns the CPU time of the portal and of PostgreSQL, and the duration, for one call. */
async function measureCpu(
  { portal, databasePid }: Site,
  call: MeasuredCall,
  sendCall: () => Promise<void>,
) {
  const read = () => readCpuSeconds(portal.pid) + (databasePid ? readCpuSeconds(databasePid) : 0);
  const before = read();
  const { repetitions, ms } = await repeat(call, sendCall);
  return { cpuMs: ((read() - before) * 1000) / repetitions, wallMs: ms / repetitions };
}

/** Starts a thread that, between two messages, reads the page of a student again and again. */
function startProbe({ url, department: { reader } }: Site): Worker {
  const { email, token } = reader;
  const workerData = { url: url + buildEndpointUrl(findGroup, { params: { email } }), token };
  return new Worker(new URL('latency-probe.ts', import.meta.url), { workerData });
}

/** Returns the 99th percentile and the maximum latency (ms) of another user's requests during the call. */
async function measureOthers(probe: Worker, call: MeasuredCall, sendCall: () => Promise<void>) {
  probe.postMessage('start');
  await repeat(call, sendCall, { repetitions: Number.POSITIVE_INFINITY, maxMs: probeMs });
  const received = once(probe, 'message');
  probe.postMessage('stop');
  const [latenciesMs] = (await received) as [number[]];
  latenciesMs.sort((first, second) => first - second);
  const p99 = latenciesMs[Math.floor(latenciesMs.length * 0.99)] ?? 0;
  return [p99, latenciesMs.at(-1) ?? 0] as const;
}

/** Sends a call and discards the reply, because keeping it would slow down this process. */
async function send(
  url: string,
  { name, endpoint, buildInput }: MeasuredCall,
  token: string | undefined,
  index: number,
) {
  const response = await new ApiCaller(url, token).request(endpoint, buildInput(index));
  await response.body?.pipeTo(new WritableStream());
  if (!response.ok) throw new Error(`${name}: ${response.status}`);
}

function formatMb(bytes: number): string {
  return (bytes / MB).toFixed(0);
}

function printLine([name = '', ...figures]: string[]): void {
  console.log(name.padEnd(36), ...figures.map((figure) => figure.padStart(10)));
}
