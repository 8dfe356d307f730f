import { buildEndpointUrl } from '#contract/endpoint.ts';
import { findGroup } from '#contract/groups.ts';
import { type DataLocation, openDatabase } from '#server/backup/places.ts';
import type { Db } from '#server/db/tables.ts';
import { addMatrixFixture, type MatrixFixture } from '#server/test/matrix/actors.ts';
import { addGroup } from '#trust/lib/fixtures.ts';
import type { RunOptions, RunReport, TrustToolRunner } from '#trust/lib/instrument.ts';
import { isMachineBusy } from '#trust/lib/machine-load.ts';
import { createMatrixPortal } from '#trust/lib/open-site.ts';
import { type PortalProcess, startPortal } from '#trust/lib/processes/portal-process.ts';
import { buildRawRequest } from '#trust/lib/raw-http.ts';
import { withWorkspace } from '#trust/lib/workspace.ts';
import type { ClientTask } from './clients.ts';
import { ClientThread, findPercentile, waitSeconds } from './measure.ts';
import { buildFloodRequest, type FloodTarget, floodTargets } from './requests.ts';

const floodConnections = 100;
/** Shortest pause of the honest client between two requests. */
const minHonestPauseMs = 3;
/** Requests of the honest client that one measurement may send. More would reach the limit of its account. */
const maxHonestRequests = 500;
/** Replies to the honest client that each measurement needs. */
const minHonestReplies = 30;
/** Share of a flood's duration for which the honest client is measured alone before it. */
const quietShare = 0.3;
/** An honest user's p99 may be this many times as high during a flood as without one. */
const maxFactor = 3;
/**
 * Latency in milliseconds below which an honest user's p99 is not compared. Nobody notices it, and shorter ones depend on
 * the scheduler and garbage collection of a machine that also runs the clients and the database.
 */
const noticeableMs = 25;
/** An endpoint is over the limit only if each of several measurements is, because the machine has other work, too. */
const maxAttempts = 3;
/** Number of endpoints after which new groups and people are added, because floods delete and block earlier ones. */
const fixtureLife = 15;

/** Offset from the current time to the date that the access matrix expects, in milliseconds. */
const shiftMs = Date.parse('2027-01-15T10:00:00.000Z') - Date.now();
const clock = () => new Date(Date.now() + shiftMs);

/**
 * The fixtures of the access matrix delete emails that the portal has sent, and the floods of the mail settings enter a
 * mail server that does not exist.
 */
const expectedErrors = ['lost acknowledged writes', 'the mail server takes no email'];

type Measurement = Readonly<Record<'accepted' | 'refused' | 'p50' | 'p99' | 'max', number>>;

type Site = {
  workspace: DataLocation;
  portal: PortalProcess;
  url: string;
  db: Db;
  crowd: ClientThread;
  honest: ClientThread;
  /** Requests for a page of a user in a group that no flood touches. */
  honestTask: ClientTask;
  /** Latencies of these requests without a flood, in milliseconds. */
  quietMs: number[];
};

/**
 * Floods every endpoint with 100 connections of the account that has the highest limits for it, and compares the latency
 * of another user's page with the latency before the floods.
 */
export const run: TrustToolRunner = async (options, report) => {
  const targets = floodTargets.filter(({ name }) => new RegExp(options.pattern ?? '').test(name));
  await withWorkspace({ database: options.database }, (workspace) =>
    withSite(workspace, report, (site) => floodEndpoints(site, targets, options, report)),
  );
  report.requireAtLeast({ 'endpoints flooded': Math.max(1, targets.length) });
  report.requireBelow(
    'floods without a measurement',
    report.getFigure('floods without a measurement'),
    1,
  );
};

async function withSite(
  workspace: DataLocation,
  report: RunReport,
  work: (site: Site) => Promise<void>,
) {
  const portal = startPortal(workspace, {
    preload: import.meta.resolve('./reset-limits.ts'),
    env: { RATE_LIMIT_FACTOR: '1', SHIFT_CLOCK_MS: String(shiftMs) },
  });
  const db = openDatabase(workspace);
  const [crowd, honest] = [new ClientThread(), new ClientThread()];
  try {
    const { url } = await portal.ready;
    const { student } = await addGroup(db, url, { now: clock() });
    const path = buildEndpointUrl(findGroup, { params: { email: student.email } });
    const page = { method: 'GET', path, body: Buffer.alloc(0), token: student.token };
    const honestTask = {
      url,
      bytes: buildRawRequest(page),
      connections: 1,
      pauseMs: minHonestPauseMs,
      minReplies: minHonestReplies,
    };
    await work({ workspace, portal, url, db, crowd, honest, honestTask, quietMs: [] });
  } finally {
    const unexpected = portal.errors.filter(
      (line) => !expectedErrors.some((text) => line.includes(text)),
    );
    report.addViolations(...unexpected.map((line) => `logged: ${line.slice(0, 1500)}`));
    await Promise.all([crowd.close(), honest.close()]);
    await portal.kill('SIGKILL');
    await db.destroy();
  }
}

async function floodEndpoints(
  site: Site,
  targets: readonly FloodTarget[],
  { size, progress }: RunOptions,
  report: RunReport,
) {
  const rows: Row[] = [];
  let fixture: MatrixFixture | undefined;
  for (const [index, target] of targets.entries()) {
    if (!fixture || index % fixtureLife === 0) fixture = await addFixture(site);
    rows.push({ name: target.name, ...(await measureFlood(site, target, fixture, size, report)) });
    report.count('endpoints flooded');
    if (rows.length % 20 === 0) progress?.(`${rows.length} endpoints`);
  }
  const limit = getLimit(site);
  const quietP99 = findPercentile(site.quietMs, 0.99);
  report.figures['quiet p99, ms'] = round(quietP99);
  if (quietP99 > noticeableMs) {
    report.shortfalls.push(
      `the quiet p99 is above ${noticeableMs} ms, so the machine is too busy to compare with it`,
    );
  }
  report.figures['limit of the p99 during a flood, ms'] = round(limit);
  rows.sort((a, b) => b.result.p99 - a.result.p99);
  for (const line of formatTable(rows)) progress?.(line);
  report.addViolations(
    ...rows
      .filter(({ result, isConclusive }) => result.p99 > limit && isConclusive)
      .map(({ name, result }) => `slow: p99 of ${round(result.p99)} ms while ${name} is flooded`),
  );
  const inconclusive = rows.filter(
    ({ result, isConclusive }) => result.p99 > limit && !isConclusive,
  );
  if (inconclusive.length > 0) {
    const names = inconclusive.map(({ name }) => name).join(', ');
    report.shortfalls.push(
      `the machine was busy with other work while these endpoints were slow, measure them again on an idle one: ${names}`,
    );
  }
}

/** Repeats a flood during which the other user waited too long. Conclusive only if the machine did nothing else. */
async function measureFlood(
  site: Site,
  target: FloodTarget,
  fixture: MatrixFixture,
  seconds: number,
  report: RunReport,
) {
  let isConclusive = true;
  for (let attempt = 1; ; attempt += 1) {
    const result = await flood(site, target, fixture, seconds, report);
    if (result.p99 <= getLimit(site)) return { result, isConclusive: true };
    isConclusive &&= !(await isMachineBusy());
    if (attempt === maxAttempts) return { result, isConclusive };
  }
}

async function addFixture({ workspace, url, db, portal }: Site): Promise<MatrixFixture> {
  const { dataDir } = workspace;
  await portal.sendMessage('reset');
  return addMatrixFixture(await createMatrixPortal({ dataDir, db, url }, clock));
}

const getLimit = ({ quietMs }: Site) =>
  Math.max(noticeableMs, maxFactor * findPercentile(quietMs, 0.99));

async function flood(
  site: Site,
  target: FloodTarget,
  fixture: MatrixFixture,
  seconds: number,
  report: RunReport,
): Promise<Measurement> {
  const { portal, url, db, crowd, honest, quietMs } = site;
  const pauseMs = Math.max(minHonestPauseMs, (seconds * 1000) / maxHonestRequests);
  const honestTask = { ...site.honestTask, pauseMs };
  // Building the request sends requests of the same account.
  await portal.sendMessage('reset');
  const bytes = await buildFloodRequest(target, fixture, { db, clock });
  await portal.sendMessage('reset');
  const quiet = await honest.sendDuring(honestTask, waitSeconds(seconds * quietShare));
  quietMs.push(...quiet.latenciesMs);
  const task = { url, bytes, connections: floodConnections, pauseMs: 0, minReplies: 1 };
  const measuring = honest.sendDuring(honestTask, waitSeconds(seconds));
  const flooding = crowd.sendDuring(task, measuring);
  const { latenciesMs, statuses } = await measuring;
  report.count('floods without a measurement', latenciesMs.length < minHonestReplies ? 1 : 0);
  const replies = (await flooding).statuses;
  report.addViolations(
    ...Object.entries(statuses)
      .filter(([status]) => status !== '200')
      .map(([status, times]) => `refused: ${times} × ${status} while ${target.name} is flooded`),
    ...Object.entries(replies)
      .filter(([status]) => !isReply.test(status))
      .map(([status, times]) => `failed: ${target.name}: ${times} × ${status}`),
  );
  return {
    accepted: countReplies(replies, (status) => !isRefusal.test(status)),
    refused: countReplies(replies, (status) => isRefusal.test(status)),
    p50: findPercentile(latenciesMs, 0.5),
    p99: findPercentile(latenciesMs, 0.99),
    max: Math.max(0, ...latenciesMs),
  };
}

const isRefusal = /^(429|503)$/;
/** Statuses of a portal that works: a full quota of files is 507. */
const isReply = /^([234]..|503|507)$/;

const countReplies = (
  statuses: Readonly<Record<string, number>>,
  isCounted: (status: string) => boolean,
) =>
  Object.entries(statuses).reduce(
    (sum, [status, times]) => sum + (isCounted(status) ? times : 0),
    0,
  );

type Row = { name: string; result: Measurement; isConclusive: boolean };

const columns = ['accepted', 'refused', 'p50', 'p99', 'max'] as const;
const round = (value: number) => Math.round(value * 10) / 10;

const formatTable = (rows: readonly Row[]) => [
  `${'flooded endpoint'.padEnd(30)}${columns.map((column) => column.padStart(10)).join('')}`,
  ...rows.map(
    ({ name, result }) =>
      `${name.padEnd(30)}${columns.map((column) => String(round(result[column])).padStart(10)).join('')}`,
  ),
];
