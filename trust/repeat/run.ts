import { setTimeout as sleep } from 'node:timers/promises';
import type { ProblemCode } from '#contract/problem.ts';
import { type DataLocation, openDatabase } from '#server/backup/places.ts';
import { addMatrixFixture, type MatrixFixture } from '#server/test/matrix/actors.ts';
import type { MatrixRequest } from '#server/test/matrix/requests.ts';
import type { RunInstrument, RunReport } from '#trust/lib/instrument.ts';
import { createMatrixPortal } from '#trust/lib/open-site.ts';
import { startPortal } from '#trust/lib/processes/portal-process.ts';
import { SeededRandom } from '#trust/lib/random.ts';
import { encodeRequest, sendOnNewConnection } from '#trust/lib/raw-http.ts';
import { withWorkspace } from '#trust/lib/workspace.ts';
import { countStateContents, diffPortalStates, readPortalState } from './state.ts';
import { findWriteActor, type RepeatedWrite, shuffleWrites } from './writes.ts';

/** Number of writes per round. Each runs with a disturbance in one set of groups, and without one in another set. */
const roundSize = 10;
const disturbances = ['SIGKILL', 'at once', 'SIGTERM', 'after a cut'] as const;
type Disturbance = (typeof disturbances)[number];

/** Offset from the current time to the date that the access matrix expects, in milliseconds. */
const shiftMs = Date.parse('2027-01-15T10:00:00.000Z') - Date.now();
const clock = () => new Date(Date.now() + shiftMs);
const startOptions = {
  preload: import.meta.resolve('#trust/lib/shift-clock.ts'),
  // Enable email confirmation, so that the portal also writes emails with confirmation links (to files).
  env: { CONFIRM_EMAIL: 'on', SHIFT_CLOCK_MS: String(shiftMs) },
};

type Prepared = { write: RepeatedWrite; input: MatrixRequest; request: Buffer };
type Reply = Awaited<ReturnType<typeof sendOnNewConnection>>;
type Replies = readonly [Reply, Reply];

/** Sends every write twice, and restarts the portal between the two requests in some rounds. */
class Repeats {
  readonly workspace: DataLocation;
  readonly report: RunReport;
  readonly random: SeededRandom;
  readonly db;
  portal;
  url = '';
  #fixtures: MatrixFixture[] = [];
  #queue: RepeatedWrite[] = [];
  readonly #tried = new Set<string>();
  readonly #effective = new Set<string>();

  constructor(workspace: DataLocation, report: RunReport, seed: number) {
    this.workspace = workspace;
    this.report = report;
    this.random = new SeededRandom(seed);
    this.db = openDatabase(workspace);
    this.portal = startPortal(workspace, startOptions);
  }

  async open() {
    this.url = (await this.portal.ready).url;
  }

  async round(disturbance: Disturbance) {
    const writes = await this.#nextWrites();
    const growths: Map<string, number>[] = [];
    for (const [index, write] of writes.entries())
      growths.push(await this.#undisturbed(write, roundSize + index));
    if (disturbance === 'SIGKILL' || disturbance === 'SIGTERM') {
      await this.#disturbed(disturbance, writes, growths);
      return;
    }
    for (const [index, write] of writes.entries()) {
      await this.#disturbed(disturbance, [write], growths.slice(index, index + 1), index);
    }
  }

  /**
   * Returns the next writes. Adds new accounts and groups, because a write that was already sent may have no effect.
   */
  async #nextWrites() {
    if (this.#queue.length === 0) {
      this.#queue = shuffleWrites(this.random);
      this.#fixtures = [];
    }
    const { db, url, workspace } = this;
    while (this.#fixtures.length < 2 * roundSize) {
      const site = await createMatrixPortal({ dataDir: workspace.dataDir, db, url }, clock);
      this.#fixtures.push(await addMatrixFixture(site));
    }
    return this.#queue.splice(0, roundSize);
  }

  async #prepare(write: RepeatedWrite, index: number): Promise<Prepared> {
    const fixture = this.#fixtures[index] as MatrixFixture;
    const actor = findWriteActor(fixture, write);
    const input = await write.buildRequest(fixture, actor, write.target, write.variant);
    const request = await encodeRequest(write.endpoint, input, input.token ?? actor.token);
    return { write, input, request };
  }

  /** Sends a request twice. The second one must change nothing. Returns the amounts that the first one added. */
  async #undisturbed(write: RepeatedWrite, fixture: number) {
    const prepared = await this.#prepare(write, fixture);
    const state = () => readPortalState(this.db, this.workspace);
    const send = () => sendOnNewConnection(this.url, prepared.request);
    const before = await state();
    const first = await send();
    const once = await state();
    const second = await send();
    const again = diffPortalStates(once, await state());
    if (again.length > 0) this.#violate('afterwards', [prepared], `changed again: ${again}`);
    if (diffPortalStates(before, once).length > 0) this.#effective.add(write.name);
    await this.#finish('afterwards', prepared, [first, second]);
    return subtractAmounts(countStateContents(before), countStateContents(once));
  }

  /** Checks that two requests with a disturbance have the same effect as a single undisturbed request. */
  async #disturbed(
    disturbance: Disturbance,
    writes: readonly RepeatedWrite[],
    growths: readonly Map<string, number>[],
    firstWorld = 0,
  ) {
    const preparedWrites: Prepared[] = [];
    for (const [index, write] of writes.entries())
      preparedWrites.push(await this.#prepare(write, firstWorld + index));
    const before = countStateContents(await readPortalState(this.db, this.workspace));
    const replies = await this.#sendAll(disturbance, preparedWrites);
    const grown = subtractAmounts(
      before,
      countStateContents(await readPortalState(this.db, this.workspace)),
    );
    const expected = sumGrowth(growths);
    const mismatches = [...new Set([...expected.keys(), ...grown.keys()])]
      .map((label) => ({
        label,
        actual: grown.get(label) ?? 0,
        expectedAmount: expected.get(label) ?? 0,
      }))
      .filter(({ actual, expectedAmount }) => actual !== expectedAmount)
      .map(
        ({ label, actual, expectedAmount }) =>
          `${actual} more ${label} instead of ${expectedAmount}`,
      );
    if (mismatches.length > 0) this.#violate(disturbance, preparedWrites, mismatches.join(', '));
    for (const [index, prepared] of preparedWrites.entries())
      await this.#finish(disturbance, prepared, replies[index] as Replies);
  }

  #sendAll(disturbance: Disturbance, preparedWrites: readonly Prepared[]): Promise<Replies[]> {
    if (disturbance === 'SIGKILL' || disturbance === 'SIGTERM')
      return this.#acrossRestart(disturbance, preparedWrites);
    const isCut = disturbance === 'after a cut';
    const cutAfterMs = this.random.whole(0, 30);
    return Promise.all(
      preparedWrites.map(async ({ request }): Promise<Replies> => {
        const send = () => sendOnNewConnection(this.url, request);
        if (!isCut) return Promise.all([send(), send()]);
        await sendOnNewConnection(this.url, request, cutAfterMs);
        const second = await send();
        // Wait, because the aborted request may still be running.
        await sleep(150);
        return [undefined, second];
      }),
    );
  }

  /** Kills the portal during the first requests, or stops it after their replies. Then repeats the requests. */
  async #acrossRestart(signal: 'SIGKILL' | 'SIGTERM', preparedWrites: readonly Prepared[]) {
    const sending = preparedWrites.map(({ request }) => sendOnNewConnection(this.url, request));
    if (signal === 'SIGTERM') await Promise.all(sending);
    else await sleep(this.random.whole(1, 120));
    await this.portal.kill(signal);
    const first = await Promise.all(sending);
    this.report.addViolations(...this.portal.errors);
    this.portal = startPortal(this.workspace, startOptions);
    this.url = (await this.portal.ready).url;
    for (const { portal } of this.#fixtures) portal.url = this.url;
    this.report.count(signal === 'SIGKILL' ? 'kills' : 'restarts');
    const second = await Promise.all(
      preparedWrites.map(({ request }) => sendOnNewConnection(this.url, request)),
    );
    return first.map((reply, index): Replies => [reply, second[index]]);
  }

  async #finish(disturbance: string, prepared: Prepared, replies: Replies) {
    const { endpoint, name, refusals } = prepared.write;
    this.#tried.add(name);
    const received = replies.filter((reply) => reply !== undefined);
    const successes = received.filter(({ status }) => status === (endpoint.status ?? 200));
    for (const reply of received) {
      const isClear =
        successes.includes(reply) || refusals.includes(reply.body.code as ProblemCode);
      if (!isClear)
        this.#violate(
          disturbance,
          [prepared],
          `gave ${reply.status} ${JSON.stringify(reply.body)}`,
        );
    }
    if (!replies[1]) this.#violate(disturbance, [prepared], 'got no reply the second time');
    if (received.length === 2 && successes.length === 0)
      this.#violate(disturbance, [prepared], 'never succeeded');
    const [firstId, secondId] = successes.map(findCreatedId);
    if (secondId !== undefined && firstId !== secondId)
      this.#violate(disturbance, [prepared], 'gave the ids of two things');
    if (received.length < 2) this.report.count('first requests without a reply');
    // Call `after` even if a reply was lost or is a refusal, because the write has been applied.
    await prepared.input.after?.((successes[0]?.body ?? {}) as Record<string, string>);
    this.report.count('writes sent twice');
  }

  get writesWithoutEffect() {
    return this.#tried.difference(this.#effective);
  }

  #violate(disturbance: string, preparedWrites: readonly Prepared[], label: string) {
    const names = preparedWrites.map(
      ({ write: { name, target, column, variant } }) => `${name} ${target} ${column} ${variant}`,
    );
    this.report.addViolations(`${names.join(', ')}; ${disturbance}: ${label}`);
  }
}

const subtractAmounts = (before: Map<string, number>, after: Map<string, number>) =>
  new Map([...after].map(([label, value]) => [label, value - (before.get(label) ?? 0)]));

function sumGrowth(preparedWrites: readonly Map<string, number>[]): Map<string, number> {
  const total = new Map<string, number>();
  for (const [label, value] of preparedWrites.flatMap((firstId) => [...firstId]))
    total.set(label, (total.get(label) ?? 0) + value);
  return total;
}

function findCreatedId({ body }: { body: Record<string, unknown> }): string | undefined {
  const { document, groupId } = body as { document?: { _id: string }; groupId?: string };
  return document?._id ?? groupId;
}

/** Sends every write twice and checks that it has exactly one effect. */
export const run: RunInstrument = ({ size, database, seed, progress }, report) =>
  withWorkspace({ database, quick: true }, async (workspace) => {
    const repeats = new Repeats(workspace, report, seed);
    try {
      await repeats.open();
      for (let round = 0; report.getFigure('writes sent twice') < size; round += 1) {
        await repeats.round(disturbances[round % disturbances.length] ?? 'SIGKILL');
        progress?.(`${report.getFigure('writes sent twice')} writes`);
      }
    } finally {
      await repeats.db.destroy();
      await repeats.portal.kill('SIGKILL');
    }
    report.addViolations(...repeats.portal.errors);
    for (const name of repeats.writesWithoutEffect)
      report.shortfalls.push(`${name} never had an effect`);
    const hundreds = Math.floor(size / 100);
    report.requireAtLeast({
      'writes sent twice': size,
      kills: hundreds,
      restarts: hundreds,
      'first requests without a reply': Math.min(1, hundreds),
    });
  });
