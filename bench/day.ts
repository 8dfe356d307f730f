// What `npm run bench:day` runs: visits of a department's day, recorded once as a browser makes them and replayed many
// times at once. It prints what each costs the processor, and what a day of each student does.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { browserFlags, findBrowser } from '#tools/test/browser.ts';
import { onEnd } from '#tools/test/on-end.ts';
import { startPostgres } from '#tools/test/start-postgres.ts';
import { anEmptyPlace } from '#trust/steps/place.ts';
import { generate, type Requests, type Sent } from './load/generate.ts';
import { type Server, startServer } from './load/start-server.ts';
import { recordVisit } from './record-visit.ts';
import { startCounting } from './scenarios.ts';
import { seed, timeZone } from './seed.ts';
import { type Visit, visitsOf } from './visits.ts';

const { values } = parseArgs({
  options: {
    students: { type: 'string', default: '300' },
    database: { type: 'string', default: 'sqlite' },
    seconds: { type: 'string', default: '4' },
  },
});
const seconds = Number(values.seconds);
const students = Number(values.students);

/** A visit as it is replayed: the calls it makes, and how much a call costs on average. */
type Replayed = Visit & { calls: Sent[]; cpuMs: number };

const written = (visit: Visit): readonly Requests[] => visit.writes ?? [];
const callsOf = (visit: Replayed) => visit.calls.length + written(visit).length;

/** The recorded calls in turn, each time with other writes. */
function requestsOf(visits: readonly Replayed[]): Requests {
  const all = visits.flatMap((visit): Requests[] => [
    ...visit.calls.map((call) => () => call),
    ...written(visit),
  ]);
  return (index) => {
    const request = all[index % all.length];
    if (!request) throw new Error('Nothing was recorded.');
    return request(Math.floor(index / all.length));
  };
}

async function replay(portal: Server, visits: readonly Replayed[], connections: number) {
  const figures = await generate(portal, requestsOf(visits), { connections, seconds });
  return figures.cpu;
}

/** As many of each visit as a hundred students cause in a day, mixed. */
function aDayOf(visits: readonly Replayed[]): Replayed[] {
  const all = visits.flatMap((visit) => Array.from({ length: visit.perHundred }, () => visit));
  // Far apart in the list what is near in time would be, and the same in each run.
  return all.map((_, index) => all[(index * 7919) % all.length] as Replayed);
}

async function measure(portal: Server) {
  const visits = await visitsOf(department, portal.url);
  const browser = await chromium.launch({ executablePath: findBrowser(), args: browserFlags });
  const recorded: Replayed[] = [];
  for (const visit of visits) {
    const calls = visit.open ? await recordVisit(browser, portal.url, visit.open) : [];
    recorded.push({ ...visit, calls, cpuMs: 0 });
  }
  await browser.close();
  console.log(`${'visit'.padEnd(44)} calls  ms of processor  of 100 students a day`);
  for (const visit of recorded) {
    // Once to compile what it runs, then to measure.
    await replay(portal, [visit], 4);
    visit.cpuMs = (await replay(portal, [visit], 4)) * callsOf(visit);
    const [calls, ms] = [callsOf(visit).toString(), visit.cpuMs.toFixed(1)];
    console.log(
      `${visit.name.padEnd(44)} ${calls.padStart(5)} ${ms.padStart(16)} ${visit.perHundred.toString().padStart(23)}`,
    );
  }
  const sum = recorded.reduce((all, { cpuMs, perHundred }) => all + cpuMs * perHundred, 0) / 100;
  const day = aDayOf(recorded);
  const callsOfStudent = day.reduce((all, visit) => all + callsOf(visit), 0) / 100;
  const whole = (await replay(portal, day, 8)) * callsOfStudent;
  console.log(
    `\na student's day: ${callsOfStudent.toFixed(0)} calls, ${sum.toFixed(0)} ms of processor by the sum, ${whole.toFixed(0)} ms replayed as a mix`,
  );
}

const folder = mkdtempSync(join(tmpdir(), 'bench-day-'));
const clean = onEnd(() => rmSync(folder, { recursive: true, force: true }));
const postgres = values.database === 'postgres' ? startPostgres({ durable: true }) : undefined;
const place = await anEmptyPlace({ folder, postgresUrl: postgres?.url });
const department = await seed(place, students);
const mail = await startCounting();
const portal = await startServer(
  JSON.parse(readFileSync('package.json', 'utf8')).scripts.start,
  {
    ...{ TIME_ZONE: timeZone, CONFIRM_EMAIL: 'off', MIN_FREE_MB: '1', SMTP_URL: mail.url },
    ...{ DATA_DIR: place.dataDir, DATABASE_URL: place.databaseUrl },
  },
  { log: join(folder, 'portal.log'), path: '/readyz' },
);
try {
  console.log(`${students} students, ${values.database}\n`);
  await measure(portal);
} finally {
  await portal.stop();
  mail.close();
  postgres?.stop();
  clean();
}
