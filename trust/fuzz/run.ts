import { ProblemReply } from '#contract/problem.ts';
import { openDatabase, type Place } from '#server/backup/places.ts';
import type { Db } from '#server/db/tables.ts';
import type { Options, Report, Run } from '#trust/lib/instrument.ts';
import { inNewPlace } from '#trust/lib/new-place.ts';
import { openSite } from '#trust/lib/open-site.ts';
import { startPortal } from '#trust/lib/portal-process.ts';
import { Random } from '#trust/lib/random.ts';
import { Connection, sendBytes, timeoutMs } from '#trust/lib/raw-http.ts';
import { Actors, clear } from './actors.ts';
import { errorsInRows } from './check-rows.ts';
import { rawBytes, rawShapes } from './raw.ts';
import { Requests } from './requests.ts';

/** So many requests are sent to the same people; then everything kept is checked, and an empty portal gets new ones. */
const roundSize = 8000;
const atOnce = 6;
/** One in so many goes byte by byte on a connection of its own, in no shape that need be HTTP. */
const rawEvery = 15;
const MB = 1024 * 1024;
/** What the portal may hold at the end more than after its first round. */
const growthLimit = 50 * MB;

/** Hostile requests made from the contract, and what the portal replied and kept. */
export const run: Run = async (options, report) => {
  const { size, database } = options;
  await inNewPlace({ database, quick: true }, (place) => fuzz(place, options, report));
  // Requests that all fail at the door would prove nothing.
  report.requireAtLeast({
    requests: size,
    'raw shape': Math.min(rawShapes, Math.floor(size / rawEvery)),
    'replies of 200': size / 20,
    'replies of 400': size / 20,
  });
};

async function fuzz(place: Place, { size, seed, progress }: Options, report: Report) {
  const portal = startPortal(place, { measured: true });
  const db = openDatabase(place);
  const logged = () => portal.errors.splice(0).map((line) => `logged: ${line.slice(0, 1500)}`);
  let settled: number | undefined;
  try {
    const { url } = await portal.ready;
    while (report.of('requests') < size && portal.isRunning()) {
      const most = settled === undefined ? Math.min(roundSize, size / 2) : roundSize;
      const until = Math.min(size, report.of('requests') + most);
      const random = new Random(seed + report.of('requests'));
      const isOver = () => report.of('requests') >= until || !portal.isRunning();
      await fuzzRound({ db, dataDir: place.dataDir, url, random, report }, isOver);
      report.violate(...logged());
      const held = await portal.heldBytes();
      settled ??= held;
      report.figures['megabytes grown'] = Number(((held - settled) / MB).toFixed(1));
      progress?.(`${report.of('requests')} requests, ${report.violations.length} violations`);
    }
  } finally {
    if (!portal.isRunning()) report.violate('the portal ended');
    await portal.kill('SIGKILL');
    await db.destroy();
  }
  report.violate(...logged());
  report.requireBelow('bytes grown', report.of('megabytes grown') * MB, growthLimit);
}

type Fixture = { db: Db; dataDir: string; url: string; random: Random; report: Report };

async function fuzzRound(fixture: Fixture, isOver: () => boolean) {
  const { db, dataDir, url, random, report } = fixture;
  await clear(db, dataDir);
  const actors = await Actors.openAt(await openSite(fixture));
  const requests = new Requests(actors.known, random);
  const lane = async () => {
    const connection = new Connection(url);
    while (!isOver()) {
      report.count('requests');
      if (report.of('requests') % rawEvery === 0) await sendRaw(fixture);
      else await send(connection, requests, actors, report);
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  await actors.revive('admin');
  const errors = await errorsInRows({ db, dataDir, url }, actors.tokenOf('admin'));
  report.violate(...errors.map((error) => `invalid row: ${error}`));
}

async function send(connection: Connection, requests: Requests, actors: Actors, report: Report) {
  const { kind, name, actor, bytes } = requests.next((who) => actors.tokenOf(who));
  const { status, ms, body } = await connection.exchange(bytes);
  count(report, kind, [status], ms);
  const what = () =>
    `${kind} ${name} as ${actor}: ${status} ${body.toString().slice(0, 200)}\n  ${JSON.stringify(bytes.subarray(0, 600).toString('latin1'))}`;
  if (status === 'silent' || Number(status) >= 500) report.violate(what());
  else if (Number(status) >= 400 && body.length > 0 && !isProblem(body))
    report.violate(`no refusal of the portal's: ${what()}`);
  if (status === 401) await actors.revive(actor);
}

async function sendRaw({ url, random, report }: Fixture) {
  const number = Math.floor(report.of('requests') / rawEvery) - 1;
  const bytes = rawBytes(number, random);
  const pauseAt = random.next() < 0.5 ? random.whole(0, bytes.length) : undefined;
  const { statuses, isSilent, ms } = await sendBytes(url, bytes, pauseAt);
  const kind = number < rawShapes ? 'raw shape' : 'raw';
  count(report, kind, statuses.length > 0 ? statuses : ['closed'], ms);
  const what = `${statuses}\n  ${JSON.stringify(bytes.subarray(0, 400).toString('latin1'))}`;
  if (isSilent) report.violate(`raw: not closed within ${timeoutMs} ms: ${what}`);
  if (statuses.some((status) => status >= 500)) report.violate(`raw: ${what}`);
}

function count(report: Report, kind: string, statuses: readonly (number | string)[], ms: number) {
  report.count(kind);
  for (const status of statuses) report.count(`replies of ${status}`);
  report.largest('slowest reply, ms', ms);
}

/** Whether a reply has the one shape of a refusal. */
function isProblem(body: Buffer): boolean {
  try {
    return ProblemReply.safeParse(JSON.parse(body.toString())).success;
  } catch {
    return false;
  }
}
