import { setTimeout as sleep } from 'node:timers/promises';
import { buildEndpointUrl } from '#contract/endpoint.ts';
import { Problem, type ProblemCode } from '#contract/problem.ts';
import { type DataLocation, openDatabase } from '#server/backup/places.ts';
import {
  addMatrixFixture,
  type MatrixActor,
  type MatrixFixture,
} from '#server/test/matrix/actors.ts';
import type { MatrixRequest } from '#server/test/matrix/requests.ts';
import { toFormData } from '#tools/test/caller.ts';
import type { RunReport, TrustToolRunner } from '#trust/lib/instrument.ts';
import { createMatrixPortal } from '#trust/lib/open-site.ts';
import { startPortal } from '#trust/lib/processes/portal-process.ts';
import { SeededRandom } from '#trust/lib/random.ts';
import { withWorkspace } from '#trust/lib/workspace.ts';
import {
  diffPortalStates,
  measurePortalStateGrowth,
  type PortalStateGrowth,
  readPortalState,
} from './state.ts';
import { type RepeatedWrite, shuffleWrites } from './writes.ts';

/** Writes per round. Each is sent with a disturbance, such as a restart, and without one to compare the effects. */
const roundSize = 10;
const disturbances = ['SIGKILL', 'at once', 'SIGTERM', 'after a cut'] as const;
type Disturbance = (typeof disturbances)[number];

const jsonHeaders = { 'content-type': 'application/json' };

/** Offset from the current time to the date that the access matrix expects, in milliseconds. */
const aheadMs = Date.parse('2027-01-15T10:00:00.000Z') - Date.now();
const clock = () => new Date(Date.now() + aheadMs);
const startOptions = {
  preload: import.meta.resolve('#tools/test/portal-clock.ts'),
  // Enable email confirmation, so that the portal also sends emails with confirmation links (written to files here).
  env: { CONFIRM_EMAIL: 'on', CLOCK_AHEAD_MS: String(aheadMs) },
};

type ReplyBody = Record<string, unknown>;
type Reply = { status: number; body: ReplyBody } | undefined;
type Replies = readonly [Reply, Reply];
type Send = (signal?: AbortSignal) => Promise<Reply>;
type Prepared = { write: RepeatedWrite; input: MatrixRequest; send: Send };

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
    const growths: PortalStateGrowth[] = [];
    const prepared: Prepared[] = [];
    const writes = [...(await this.#nextWrites()).entries()];
    const usable: typeof writes = [];
    for (const [index, write] of writes) {
      // Skip a write if an earlier one, such as a new password, has ended a session that its preparation needs.
      const calm = await this.#prepare(write, roundSize + index).catch(ignoreProblem);
      if (!calm) continue;
      growths.push(await this.#undisturbed(calm));
      usable.push([index, write]);
    }
    for (const [index, write] of usable) prepared.push(await this.#prepare(write, index));
    await this.#disturbed(disturbance, prepared, growths);
  }

  /** Returns the next writes. After the last one, starts over with new groups: writes to used groups may do nothing. */
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

  /** Encodes a request once, so that it can be sent repeatedly. */
  async #prepare(write: RepeatedWrite, index: number): Promise<Prepared> {
    const fixture = this.#fixtures[index] as MatrixFixture;
    const { endpoint, column } = write;
    const actor = (fixture.live[column] ?? fixture.gone.nobody) as MatrixActor;
    const input = await write.buildRequest(fixture, actor, write.target, write.variant);
    const encoded = new Response(
      endpoint.files ? toFormData(input.body) : JSON.stringify(input.body ?? {}),
    );
    const headers = new Headers(endpoint.files ? encoded.headers : jsonHeaders);
    const token = input.token ?? actor.token;
    if (token) headers.set('authorization', `Bearer ${token}`);
    const request = { method: endpoint.method, headers, body: await encoded.arrayBuffer() };
    const path = buildEndpointUrl(endpoint, input);
    const send: Send = async (signal) => {
      try {
        const response = await fetch(`${this.url}${path}`, { ...request, signal: signal ?? null });
        return { status: response.status, body: (await response.json()) as ReplyBody };
      } catch {
        return undefined;
      }
    };
    return { write, input, send };
  }

  #readState = () => readPortalState(this.db, this.workspace);

  /** Sends a request twice; the second must change nothing. Returns the growth that the first request caused. */
  async #undisturbed(prepared: Prepared): Promise<PortalStateGrowth> {
    const before = await this.#readState();
    const first = await prepared.send();
    const once = await this.#readState();
    const second = await prepared.send();
    const again = diffPortalStates(once, await this.#readState());
    if (again.length > 0) this.#violate('afterwards', [prepared], `changed again: ${again}`);
    if (diffPortalStates(before, once).length > 0) this.#effective.add(prepared.write.name);
    await this.#finish('afterwards', prepared, [first, second]);
    return measurePortalStateGrowth(before, once);
  }

  /** Sends each write twice with a disturbance. The total effect must equal that of the undisturbed requests. */
  async #disturbed(
    disturbance: Disturbance,
    writes: readonly Prepared[],
    growths: readonly PortalStateGrowth[],
  ) {
    const before = await this.#readState();
    const replies = await this.#sendAll(disturbance, writes);
    const mismatches: string[] = [];
    for (const [label, actual] of measurePortalStateGrowth(before, await this.#readState())) {
      // A fact about the installation is one row, which the first save adds and every later one changes.
      if (label.endsWith('installation')) continue;
      const expected = growths.reduce((sum, growth) => sum + (growth.get(label) ?? 0), 0);
      if (actual !== expected) mismatches.push(`${actual} more ${label} instead of ${expected}`);
    }
    if (mismatches.length > 0) this.#violate(disturbance, writes, mismatches.join(', '));
    for (const [index, prepared] of writes.entries())
      await this.#finish(disturbance, prepared, replies[index] as Replies);
  }

  #sendAll(disturbance: Disturbance, writes: readonly Prepared[]): Promise<Replies[]> {
    if (disturbance === 'SIGKILL' || disturbance === 'SIGTERM')
      return this.#sendAcrossRestart(disturbance, writes);
    const cutAfterMs = this.random.whole(0, 30);
    return Promise.all(
      writes.map(async ({ send }): Promise<Replies> => {
        if (disturbance === 'at once') return Promise.all([send(), send()]);
        await send(AbortSignal.timeout(cutAfterMs));
        const second = await send();
        // Wait, because the aborted request may still be running.
        await sleep(150);
        return [undefined, second];
      }),
    );
  }

  /** Ends the portal during (SIGKILL) or after (SIGTERM) the first requests, restarts it and repeats the requests. */
  async #sendAcrossRestart(signal: 'SIGKILL' | 'SIGTERM', writes: readonly Prepared[]) {
    const sending = writes.map(({ send }) => send());
    if (signal === 'SIGTERM') await Promise.all(sending);
    else await sleep(this.random.whole(1, 120));
    await this.portal.kill(signal);
    const first = await Promise.all(sending);
    this.report.addViolations(...this.portal.errors);
    // Use the same port again, because the fixtures have callers with this URL.
    const env = { ...startOptions.env, PORT: new URL(this.url).port };
    this.portal = startPortal(this.workspace, { ...startOptions, env });
    await this.open();
    this.report.count(signal === 'SIGKILL' ? 'kills' : 'restarts');
    const second = await Promise.all(writes.map(({ send }) => send()));
    return first.map((reply, index): Replies => [reply, second[index]]);
  }

  async #finish(disturbance: string, prepared: Prepared, replies: Replies) {
    const { endpoint, name, refusals } = prepared.write;
    const violate = (label: string) => this.#violate(disturbance, [prepared], label);
    this.#tried.add(name);
    const received = replies.filter((reply) => reply !== undefined);
    const successes = received.filter(({ status }) => status === (endpoint.status ?? 200));
    for (const reply of received) {
      const isClear =
        successes.includes(reply) || refusals.includes(reply.body.code as ProblemCode);
      if (!isClear) violate(`gave ${reply.status} ${JSON.stringify(reply.body)}`);
    }
    if (!replies[1]) violate('got no reply the second time');
    if (received.length === 2 && successes.length === 0) violate('never succeeded');
    const [firstId, secondId] = successes.map(findCreatedId);
    if (secondId !== undefined && firstId !== secondId) violate('gave the ids of two things');
    if (received.length < 2) this.report.count('first requests without a reply');
    // Call `after` even if no reply reported success, because one of the two requests has applied the write.
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

function ignoreProblem(error: unknown): undefined {
  if (!(error instanceof Problem)) throw error;
}

function findCreatedId({ body }: { body: ReplyBody }): string | undefined {
  const { document, groupId } = body as { document?: { _id: string }; groupId?: string };
  return document?._id ?? groupId;
}

/** Sends every write twice and checks that it takes effect exactly once. */
export const run: TrustToolRunner = ({ size, database, seed }, report) =>
  withWorkspace({ database }, async (workspace) => {
    const repeats = new Repeats(workspace, report, seed);
    try {
      await repeats.open();
      for (let round = 0; report.getFigure('writes sent twice') < size; round += 1)
        await repeats.round(disturbances[round % disturbances.length] ?? 'SIGKILL');
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
