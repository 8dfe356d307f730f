import { ProblemReply } from '#contract/problem.ts';
import { type DataLocation, openDatabase } from '#server/backup/places.ts';
import type { Db } from '#server/db/tables.ts';
import type { RunOptions, RunReport, TrustToolRunner } from '#trust/lib/instrument.ts';
import { createMatrixPortal } from '#trust/lib/open-site.ts';
import { startPortal } from '#trust/lib/processes/portal-process.ts';
import { SeededRandom } from '#trust/lib/random.ts';
import { replyTimeoutMs, sendRawBytes } from '#trust/lib/raw-http.ts';
import { withWorkspace } from '#trust/lib/workspace.ts';
import { createFuzzActors, type FuzzActors } from './actors.ts';
import { findInvalidRows } from './check-rows.ts';
import { buildMalformedRequest, malformedRequestShapeCount } from './raw.ts';
import { RequestGenerator } from './requests.ts';

/** Number of requests per round. Each round has new groups and accounts, and ends with a check of all rows. */
const roundSize = 2500;
const atOnce = 6;
/** Number of requests after which one malformed or unusual request is sent on a separate connection. */
const rawEvery = 15;
/** Loads fast hashing, so that requests with passwords are as frequent as others, and limits the heap to notice a leak. */
const startOptions = {
  preload: import.meta.resolve('#tools/test/quick-hashing.ts'),
  env: { NODE_OPTIONS: '--max-old-space-size=200' },
};

/** Sends hostile requests generated from the contract and checks the replies and the stored rows. */
export const run: TrustToolRunner = async (options, report) => {
  const { size, database } = options;
  await withWorkspace({ database }, (workspace) => fuzz(workspace, options, report));
  // The run proves nothing unless enough requests pass validation and enough requests fail it.
  report.requireAtLeast({
    requests: size,
    'raw shape': Math.min(malformedRequestShapeCount, Math.floor(size / rawEvery)),
    'replies of 200': size / 20,
    'replies of 400': size / 20,
  });
};

async function fuzz(workspace: DataLocation, { size, seed }: RunOptions, report: RunReport) {
  const portal = startPortal(workspace, startOptions);
  const db = openDatabase(workspace);
  const countRequests = () => report.getFigure('requests');
  try {
    const { url } = await portal.ready;
    while (countRequests() < size && portal.isRunning()) {
      const until = Math.min(size, countRequests() + roundSize);
      const random = new SeededRandom(seed + countRequests());
      const isOver = () => countRequests() >= until || !portal.isRunning();
      await fuzzRound({ db, dataDir: workspace.dataDir, url, random, report }, isOver);
    }
  } finally {
    if (!portal.isRunning()) report.addViolations('the portal ended');
    await portal.kill('SIGKILL');
    await db.destroy();
  }
  for (const line of portal.errors) {
    // An admin among the actors names a mail server that does not exist.
    if (line.includes('the mail server takes no email')) continue;
    report.addViolations(`logged: ${line.slice(0, 1500)}`);
  }
}

type Fixture = { db: Db; dataDir: string; url: string; random: SeededRandom; report: RunReport };

async function fuzzRound(fixture: Fixture, isOver: () => boolean) {
  const { db, dataDir, url, random, report } = fixture;
  await db.deleteFrom('rate_limits').execute();
  const actors = await createFuzzActors(await createMatrixPortal(fixture));
  const requests = new RequestGenerator(actors.known, random);
  const sendRequests = async () => {
    while (!isOver()) {
      report.count('requests');
      const at = report.getFigure('requests') / rawEvery;
      if (Number.isInteger(at)) await sendMalformed(fixture, at - 1);
      else await sendGenerated(fixture, requests, actors);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, sendRequests));
  await actors.restoreAccount('admin');
  const errors = await findInvalidRows({ db, dataDir, url }, actors.getToken('admin'));
  report.addViolations(...errors.map((error) => `invalid row: ${error}`));
}

async function sendGenerated(
  { url, report }: Fixture,
  requests: RequestGenerator,
  actors: FuzzActors,
) {
  const { kind, name, actor, bytes } = requests.next(actors.getToken);
  const reply = await sendRawBytes(url, bytes);
  const [status = 0] = reply.statuses;
  const label = `${kind} ${name} as ${actor}`;
  checkReply(report, kind, label, bytes, reply);
  if (status >= 400 && status < 500 && reply.body && !isProblem(reply.body))
    report.addViolations(`invalid refusal: ${label}: ${status} ${reply.body.slice(0, 200)}`);
  if (status === 401) await actors.restoreAccount(actor);
}

async function sendMalformed({ url, random, report }: Fixture, number: number) {
  const bytes = buildMalformedRequest(number, random);
  const pauseAt = random.next() < 0.5 ? random.whole(0, bytes.length) : undefined;
  const kind = number < malformedRequestShapeCount ? 'raw shape' : 'raw';
  const reply = await sendRawBytes(url, bytes, { pauseAt, isMalformed: true });
  checkReply(report, kind, kind, bytes, reply);
}

function checkReply(
  report: RunReport,
  kind: string,
  label: string,
  bytes: Buffer,
  { statuses, isSilent, body, ms }: Awaited<ReturnType<typeof sendRawBytes>>,
) {
  report.count(kind);
  for (const status of statuses.length > 0 ? statuses : ['closed'])
    report.count(`replies of ${status}`);
  report.recordMax('slowest reply, ms', ms);
  const exchange = `${label}: ${statuses} ${body.slice(0, 200)}\n  ${JSON.stringify(bytes.subarray(0, 600).toString('latin1'))}`;
  if (isSilent) report.addViolations(`not closed within ${replyTimeoutMs} ms: ${exchange}`);
  if (statuses.some((status) => status >= 500)) report.addViolations(exchange);
}

function isProblem(body: string): boolean {
  try {
    return ProblemReply.safeParse(JSON.parse(body)).success;
  } catch {
    return false;
  }
}
