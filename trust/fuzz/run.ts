import { ProblemReply } from '#contract/problem.ts';
import { type DataLocation, openDatabase } from '#server/backup/places.ts';
import type { Db } from '#server/db/tables.ts';
import type { RunOptions, RunReport, TrustToolRunner } from '#trust/lib/instrument.ts';
import { createMatrixPortal } from '#trust/lib/open-site.ts';
import { startPortal } from '#trust/lib/processes/portal-process.ts';
import { SeededRandom } from '#trust/lib/random.ts';
import { RawConnection, replyTimeoutMs, sendRawBytes } from '#trust/lib/raw-http.ts';
import { withWorkspace } from '#trust/lib/workspace.ts';
import { deletePortalData, FuzzActors } from './actors.ts';
import { findInvalidRows } from './check-rows.ts';
import { buildMalformedRequest, malformedRequestShapeCount } from './raw.ts';
import { RequestGenerator } from './requests.ts';

/** Number of requests per round. At the end of each round, all rows are checked and deleted. */
const roundSize = 8000;
const atOnce = 6;
/** Number of requests after which one malformed or unusual request is sent on a separate connection. */
const rawEvery = 15;
const MB = 1024 * 1024;
/** Maximum growth of the portal's heap since the end of the first round, in bytes. */
const growthLimit = 50 * MB;

/** Sends hostile requests generated from the contract and checks the replies and the stored rows. */
export const run: TrustToolRunner = async (options, report) => {
  const { size, database } = options;
  await withWorkspace({ database, quick: true }, (workspace) => fuzz(workspace, options, report));
  // The run proves nothing unless enough requests pass validation and enough requests fail it.
  report.requireAtLeast({
    requests: size,
    'raw shape': Math.min(malformedRequestShapeCount, Math.floor(size / rawEvery)),
    'replies of 200': size / 20,
    'replies of 400': size / 20,
  });
};

async function fuzz(
  workspace: DataLocation,
  { size, seed, progress }: RunOptions,
  report: RunReport,
) {
  const portal = startPortal(workspace, { isMeasured: true });
  const db = openDatabase(workspace);
  const takeLogged = () => portal.errors.splice(0).map((line) => `logged: ${line.slice(0, 1500)}`);
  let baselineBytes: number | undefined;
  try {
    const { url } = await portal.ready;
    while (report.getFigure('requests') < size && portal.isRunning()) {
      const maxRequests = baselineBytes === undefined ? Math.min(roundSize, size / 2) : roundSize;
      const until = Math.min(size, report.getFigure('requests') + maxRequests);
      const random = new SeededRandom(seed + report.getFigure('requests'));
      const isOver = () => report.getFigure('requests') >= until || !portal.isRunning();
      await fuzzRound({ db, dataDir: workspace.dataDir, url, random, report }, isOver);
      report.addViolations(...takeLogged());
      const heapBytes = await portal.readHeapBytes();
      baselineBytes ??= heapBytes;
      report.figures['megabytes grown'] = Number(((heapBytes - baselineBytes) / MB).toFixed(1));
      progress?.(
        `${report.getFigure('requests')} requests, ${report.violations.length} violations`,
      );
    }
  } finally {
    if (!portal.isRunning()) report.addViolations('the portal ended');
    await portal.kill('SIGKILL');
    await db.destroy();
  }
  report.addViolations(...takeLogged());
  report.requireBelow('bytes grown', report.getFigure('megabytes grown') * MB, growthLimit);
}

type Fixture = { db: Db; dataDir: string; url: string; random: SeededRandom; report: RunReport };

async function fuzzRound(fixture: Fixture, isOver: () => boolean) {
  const { db, dataDir, url, random, report } = fixture;
  await deletePortalData(db, dataDir);
  const actors = await FuzzActors.create(await createMatrixPortal(fixture));
  const requests = new RequestGenerator(actors.known, random);
  const sendRequests = async () => {
    const connection = new RawConnection(url);
    while (!isOver()) {
      report.count('requests');
      if (report.getFigure('requests') % rawEvery === 0) await sendRaw(fixture);
      else await send(connection, requests, actors, report);
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: atOnce }, sendRequests));
  await actors.restoreAccount('admin');
  const errors = await findInvalidRows({ db, dataDir, url }, actors.getToken('admin'));
  report.addViolations(...errors.map((error) => `invalid row: ${error}`));
}

async function send(
  connection: RawConnection,
  requests: RequestGenerator,
  actors: FuzzActors,
  report: RunReport,
) {
  const { kind, name, actor, bytes } = requests.next((actor) => actors.getToken(actor));
  const { status, ms, body } = await connection.exchange(bytes);
  count(report, kind, [status], ms);
  const formatExchange = () =>
    `${kind} ${name} as ${actor}: ${status} ${body.toString().slice(0, 200)}\n  ${JSON.stringify(bytes.subarray(0, 600).toString('latin1'))}`;
  if (status === 'silent' || Number(status) >= 500) report.addViolations(formatExchange());
  else if (Number(status) >= 400 && body.length > 0 && !isProblem(body))
    report.addViolations(`invalid refusal: ${formatExchange()}`);
  if (status === 401) await actors.restoreAccount(actor);
}

async function sendRaw({ url, random, report }: Fixture) {
  const number = Math.floor(report.getFigure('requests') / rawEvery) - 1;
  const bytes = buildMalformedRequest(number, random);
  const pauseAt = random.next() < 0.5 ? random.whole(0, bytes.length) : undefined;
  const { statuses, isSilent, ms } = await sendRawBytes(url, bytes, pauseAt);
  const kind = number < malformedRequestShapeCount ? 'raw shape' : 'raw';
  count(report, kind, statuses.length > 0 ? statuses : ['closed'], ms);
  const formatExchange = `${statuses}\n  ${JSON.stringify(bytes.subarray(0, 400).toString('latin1'))}`;
  if (isSilent)
    report.addViolations(`raw: not closed within ${replyTimeoutMs} ms: ${formatExchange}`);
  if (statuses.some((status) => status >= 500)) report.addViolations(`raw: ${formatExchange}`);
}

function count(
  report: RunReport,
  kind: string,
  statuses: readonly (number | string)[],
  ms: number,
) {
  report.count(kind);
  for (const status of statuses) report.count(`replies of ${status}`);
  report.recordMax('slowest reply, ms', ms);
}

function isProblem(body: Buffer): boolean {
  try {
    return ProblemReply.safeParse(JSON.parse(body.toString())).success;
  } catch {
    return false;
  }
}
