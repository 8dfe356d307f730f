// Benchmark for `npm run bench:day`: replays recorded visits and prints the CPU time per visit and per student per day.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { browserFlags, findBrowser } from '#tools/test/browser/browser.ts';
import { onProcessEnd } from '#tools/test/on-end.ts';
import { startPostgres } from '#tools/test/start-postgres.ts';
import { createWorkspace } from '#trust/steps/workspaces.ts';
import { generateLoad, type HttpRequest, type RequestFactory } from './load/generate.ts';
import { type RunningServer, startServer } from './load/start-server.ts';
import { recordVisit } from './record-visit.ts';
import { startCountingMailServer } from './scenarios.ts';
import { benchTimeZone, seedDepartment } from './seed.ts';
import { buildVisits, type VisitScenario } from './visits.ts';

const { values } = parseArgs({
  options: {
    students: { type: 'string', default: '300' },
    database: { type: 'string', default: 'sqlite' },
    seconds: { type: 'string', default: '4' },
  },
});
const seconds = Number(values.seconds);
const students = Number(values.students);

type RecordedVisit = VisitScenario & { calls: HttpRequest[]; cpuMs: number };

const getWrites = (visit: VisitScenario): readonly RequestFactory[] => visit.writes ?? [];
const countRequests = (visit: RecordedVisit) => visit.calls.length + getWrites(visit).length;

/** Cycles through the requests of all visits. Writes send different values in each cycle. */
function interleaveRequests(visits: readonly RecordedVisit[]): RequestFactory {
  const all = visits.flatMap((visit): RequestFactory[] => [
    ...visit.calls.map((call) => () => call),
    ...getWrites(visit),
  ]);
  return (index) => {
    const request = all[index % all.length];
    if (!request) throw new Error('Nothing was recorded.');
    return request(Math.floor(index / all.length));
  };
}

async function replay(
  portal: RunningServer,
  visits: readonly RecordedVisit[],
  connections: number,
) {
  const figures = await generateLoad(portal, interleaveRequests(visits), { connections, seconds });
  return figures.cpu;
}

function buildDailyMix(visits: readonly RecordedVisit[]): RecordedVisit[] {
  const all = visits.flatMap((visit) => Array.from({ length: visit.perHundred }, () => visit));
  // Shuffle deterministically: multiplying by the prime 7919 permutes the indexes.
  return all.map((_, index) => all[(index * 7919) % all.length] as RecordedVisit);
}

async function measureVisits(portal: RunningServer) {
  const visits = await buildVisits(department, portal.url);
  const browser = await chromium.launch({ executablePath: findBrowser(), args: browserFlags });
  const recorded: RecordedVisit[] = [];
  for (const visit of visits) {
    const calls = visit.page ? await recordVisit(browser, portal.url, visit.page) : [];
    recorded.push({ ...visit, calls, cpuMs: 0 });
  }
  await browser.close();
  console.log(`${'visit'.padEnd(44)} calls      CPU time, ms    per 100 students/day`);
  for (const visit of recorded) {
    // Replay once to warm up the server.
    await replay(portal, [visit], 4);
    visit.cpuMs = (await replay(portal, [visit], 4)) * countRequests(visit);
    const [calls, ms] = [countRequests(visit).toString(), visit.cpuMs.toFixed(1)];
    console.log(
      `${visit.name.padEnd(44)} ${calls.padStart(5)} ${ms.padStart(16)} ${visit.perHundred.toString().padStart(23)}`,
    );
  }
  const sum = recorded.reduce((all, { cpuMs, perHundred }) => all + cpuMs * perHundred, 0) / 100;
  const day = buildDailyMix(recorded);
  const callsOfStudent = day.reduce((all, visit) => all + countRequests(visit), 0) / 100;
  const whole = (await replay(portal, day, 8)) * callsOfStudent;
  console.log(
    `\na student's day: ${callsOfStudent.toFixed(0)} calls, ${sum.toFixed(0)} ms of CPU time as the sum of visits, ${whole.toFixed(0)} ms as a replayed mix`,
  );
}

const folder = mkdtempSync(join(tmpdir(), 'bench-day-'));
const clean = onProcessEnd(() => rmSync(folder, { recursive: true, force: true }));
const postgres = values.database === 'postgres' ? startPostgres({ durable: true }) : undefined;
const workspace = await createWorkspace({ folder, postgresUrl: postgres?.url });
const department = await seedDepartment(workspace, students);
const mail = await startCountingMailServer();
const portal = await startServer(
  JSON.parse(readFileSync('package.json', 'utf8')).scripts.start,
  {
    TIME_ZONE: benchTimeZone,
    CONFIRM_EMAIL: 'off',
    MIN_FREE_MB: '1',
    SMTP_URL: mail.url,
    DATA_DIR: workspace.dataDir,
    DATABASE_URL: workspace.databaseUrl,
  },
  { log: join(folder, 'portal.log'), path: '/readyz' },
);
try {
  console.log(`${students} students, ${values.database}\n`);
  await measureVisits(portal);
} finally {
  await portal.stop();
  mail.close();
  postgres?.stop();
  clean();
}
