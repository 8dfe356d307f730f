import { ProblemReply } from '#contract/problem.ts';
import { openDatabase, type Place } from '#server/backup/places.ts';
import type { Db } from '#server/db/tables.ts';
import { type PortalProcess, startPortal } from '#trust/lib/portal-process.ts';
import { Random } from '#trust/lib/random.ts';
import { type Actor, Cast, clear } from './cast.ts';
import { faultsOfRows } from './check-rows.ts';
import { Connection, deadlineMs, throwAt } from './connection.ts';
import { rawBytes, rawShapes } from './raw.ts';
import { Requests } from './requests.ts';

export type FuzzFigures = {
  requests: number;
  /** How many of each kind, and how often each status came back. */
  kinds: Record<string, number>;
  statuses: Record<string, number>;
  worstMs: number;
  /** Bytes that the portal holds on to at the end more than after its first round. */
  growth: number;
  /** Answers of 500 and above, refusals in no shape, silence, a portal that ended, its own logged errors. */
  faults: string[];
  invalidRows: string[];
};

/** So many requests are sent to one cast; then everything kept is checked, and an empty portal gets a new one. */
const roundSize = 8000;
const atOnce = 6;
/** One in so many goes byte by byte on a connection of its own, in no shape that need be HTTP. */
export const rawEvery = 15;
export const growthLimit = 50 * 1024 * 1024;

/** Sends `size` hostile requests made from the contract to a portal of its own, in an empty place. */
export async function runFuzz(
  place: Place,
  { size, seed, onRound }: { size: number; seed: number; onRound?: (figures: FuzzFigures) => void },
): Promise<FuzzFigures> {
  const figures: FuzzFigures = {
    requests: 0,
    kinds: {},
    statuses: {},
    worstMs: 0,
    growth: 0,
    faults: [],
    invalidRows: [],
  };
  const { dataDir } = place;
  const portal = startPortal(place, { measured: true });
  const db = openDatabase(place);
  try {
    const { url } = await portal.ready;
    let settled: number | undefined;
    while (figures.requests < size && portal.isRunning()) {
      const until = Math.min(
        size,
        figures.requests + (settled === undefined ? Math.min(roundSize, size / 2) : roundSize),
      );
      await playRound(
        { db, dataDir, url, figures, until, isRunning: portal.isRunning },
        new Random(seed + figures.requests),
      );
      figures.faults.push(...errorsOf(portal));
      const held = await portal.heldBytes();
      settled ??= held;
      figures.growth = held - settled;
      onRound?.(figures);
    }
  } catch (error) {
    figures.faults.push(`the run ended early: ${error}`);
  } finally {
    if (!portal.isRunning()) figures.faults.push('the portal ended');
    await portal.kill('SIGKILL');
    await db.destroy();
  }
  figures.faults.push(...errorsOf(portal));
  return figures;
}

/** What the portal has logged as errors since it was asked last. */
const errorsOf = ({ errors }: PortalProcess) =>
  errors.splice(0).map((line) => `logged: ${line.slice(0, 1500)}`);

type Round = {
  db: Db;
  dataDir: string;
  url: string;
  figures: FuzzFigures;
  until: number;
  isRunning: () => boolean;
};

async function playRound({ db, dataDir, url, figures, until, isRunning }: Round, random: Random) {
  await clear(db, dataDir);
  const cast = await Cast.assemble(db, url);
  const requests = new Requests(cast.known, random);
  const port = Number(new URL(url).port);
  const lane = async () => {
    const connection = new Connection(port);
    while (figures.requests < until && isRunning()) {
      figures.requests += 1;
      if (figures.requests % rawEvery === 0) await throwRaw(port, random, figures);
      else await shoot(connection, requests, cast, figures);
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  await cast.revive('admin');
  figures.invalidRows.push(...(await faultsOfRows({ db, dataDir, url }, cast.tokenOf('admin'))));
}

async function shoot(connection: Connection, requests: Requests, cast: Cast, figures: FuzzFigures) {
  const shot = requests.next((actor: Actor) => cast.tokenOf(actor));
  const { status, ms, body } = await connection.exchange(shot.bytes);
  count(figures, shot.kind, [status], ms);
  const said = () =>
    `${shot.kind} ${shot.name} as ${shot.actor}: ${status} ${body.toString().slice(0, 200)}\n  ${JSON.stringify(shot.bytes.subarray(0, 600).toString('latin1'))}`;
  if (status === 'silent') figures.faults.push(said());
  else if (typeof status === 'number') {
    if (status >= 500) figures.faults.push(said());
    else if (status >= 400 && body.length > 0 && !isProblem(body, status))
      figures.faults.push(`no refusal of the portal's: ${said()}`);
  }
  if (status === 401) await cast.revive(shot.actor);
}

async function throwRaw(port: number, random: Random, figures: FuzzFigures) {
  const number = Math.floor(figures.requests / rawEvery) - 1;
  const bytes = rawBytes(number, random);
  const pauseAt = random.next() < 0.5 ? random.whole(0, bytes.length) : undefined;
  const { statuses, isSilent, ms } = await throwAt(port, bytes, pauseAt);
  count(
    figures,
    number < rawShapes ? 'raw shape' : 'raw',
    statuses.length > 0 ? statuses : ['closed'],
    ms,
  );
  const said = `${statuses}\n  ${JSON.stringify(bytes.subarray(0, 400).toString('latin1'))}`;
  if (isSilent) figures.faults.push(`raw: not closed within ${deadlineMs} ms: ${said}`);
  // 501 and 505 would be HTTP's own words for what Node refuses; a fault of the portal is 500.
  if (statuses.some((status) => status >= 500)) figures.faults.push(`raw: ${said}`);
}

function count(figures: FuzzFigures, kind: string, statuses: (number | string)[], ms: number) {
  figures.kinds[kind] = (figures.kinds[kind] ?? 0) + 1;
  for (const status of statuses) figures.statuses[status] = (figures.statuses[status] ?? 0) + 1;
  figures.worstMs = Math.max(figures.worstMs, ms);
}

/** Whether the answer has the one shape of a refusal; what Node answers before the portal sees a request has none. */
function isProblem(body: Buffer, status: number): boolean {
  try {
    return ProblemReply.safeParse(JSON.parse(body.toString())).success;
  } catch {
    return [400, 408, 413, 431].includes(status) && body.length === 0;
  }
}
