import { setTimeout as sleep } from 'node:timers/promises';
import type { ProblemCode } from '#contract/problem.ts';
import { openDatabase, type Place } from '#server/backup/places.ts';
import { addWorld, type World } from '#server/test/matrix/actors.ts';
import type { Asked } from '#server/test/matrix/ask.ts';
import type { Report, Run } from '#trust/lib/instrument.ts';
import { inNewPlace } from '#trust/lib/new-place.ts';
import { openSite } from '#trust/lib/open-site.ts';
import { startPortal } from '#trust/lib/portal-process.ts';
import { Random } from '#trust/lib/random.ts';
import { requestTo, sendOnce } from '#trust/lib/raw-http.ts';
import { amounts, differences, stateOf } from './state.ts';
import { actorIn, inTurn, saysDone, type Write } from './writes.ts';

/** The writes of a round, each in two worlds of its own: undisturbed in one, then disturbed in the other. */
const roundSize = 10;
const disturbances = ['SIGKILL', 'at once', 'SIGTERM', 'after a cut'] as const;
type Disturbance = (typeof disturbances)[number];

/** What the access matrices ask is right at this time. */
const shiftMs = Date.parse('2027-01-15T10:00:00.000Z') - Date.now();
const clock = () => new Date(Date.now() + shiftMs);
const startOptions = {
  preload: import.meta.resolve('#trust/lib/shift-clock.ts'),
  // With addresses to confirm, emails with links are written, into files.
  env: { CONFIRM_EMAIL: 'on', SHIFT_CLOCK_MS: String(shiftMs) },
};

type Prepared = { write: Write; asked: Asked; request: Buffer };
type Reply = Awaited<ReturnType<typeof sendOnce>>;
type Replies = readonly [Reply, Reply];

/** Sends writes twice, to a portal that is restarted in between now and then. */
class Repeats {
  readonly place: Place;
  readonly report: Report;
  readonly random: Random;
  readonly db;
  portal;
  url = '';
  #worlds: World[] = [];
  #queue: Write[] = [];
  readonly #tried = new Set<string>();
  readonly #effective = new Set<string>();

  constructor(place: Place, report: Report, seed: number) {
    this.place = place;
    this.report = report;
    this.random = new Random(seed);
    this.db = openDatabase(place);
    this.portal = startPortal(place, startOptions);
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

  /** In worlds that know none of them: what somebody wrote is there already when they write it again. */
  async #nextWrites() {
    if (this.#queue.length === 0) {
      this.#queue = inTurn(this.random);
      this.#worlds = [];
    }
    const { db, url, place } = this;
    while (this.#worlds.length < 2 * roundSize) {
      const site = await openSite({ dataDir: place.dataDir, db, url }, clock);
      this.#worlds.push(await addWorld(site));
    }
    return this.#queue.splice(0, roundSize);
  }

  async #prepare(write: Write, world: number): Promise<Prepared> {
    const inWorld = this.#worlds[world] as World;
    const actor = actorIn(inWorld, write);
    const asked = await write.ask(inWorld, actor, write.target, write.variant);
    const request = await requestTo(write.endpoint, asked, asked.token ?? actor.token);
    return { write, asked, request };
  }

  /** The second after the reply to the first leaves everything as it is. Gives how much the first has added. */
  async #undisturbed(write: Write, world: number) {
    const prepared = await this.#prepare(write, world);
    const state = () => stateOf(this.db, this.place);
    const send = () => sendOnce(this.url, prepared.request);
    const before = await state();
    const first = await send();
    const once = await state();
    const second = await send();
    const again = differences(once, await state());
    if (again.length > 0) this.#violate('afterwards', [prepared], `changed again: ${again}`);
    if (differences(before, once).length > 0) this.#effective.add(write.name);
    await this.#finish('afterwards', prepared, [first, second]);
    return growth(amounts(before), amounts(once));
  }

  /** What both have added is what one adds when nothing disturbs it. */
  async #disturbed(
    how: Disturbance,
    writes: readonly Write[],
    growths: readonly Map<string, number>[],
    firstWorld = 0,
  ) {
    const all: Prepared[] = [];
    for (const [index, write] of writes.entries())
      all.push(await this.#prepare(write, firstWorld + index));
    const before = amounts(await stateOf(this.db, this.place));
    const replies = await this.#sendAll(how, all);
    const grown = growth(before, amounts(await stateOf(this.db, this.place)));
    const expected = sum(growths);
    const wrong = [...new Set([...expected.keys(), ...grown.keys()])]
      .map((what) => ({ what, is: grown.get(what) ?? 0, right: expected.get(what) ?? 0 }))
      .filter(({ is, right }) => is !== right)
      .map(({ what, is, right }) => `${is} more ${what} instead of ${right}`);
    if (wrong.length > 0) this.#violate(how, all, wrong.join(', '));
    for (const [index, prepared] of all.entries())
      await this.#finish(how, prepared, replies[index] as Replies);
  }

  #sendAll(how: Disturbance, all: readonly Prepared[]): Promise<Replies[]> {
    if (how === 'SIGKILL' || how === 'SIGTERM') return this.#acrossRestart(how, all);
    const isCut = how === 'after a cut';
    const cutAfterMs = this.random.whole(0, 30);
    return Promise.all(
      all.map(async ({ request }): Promise<Replies> => {
        const send = () => sendOnce(this.url, request);
        if (!isCut) return Promise.all([send(), send()]);
        await sendOnce(this.url, request, cutAfterMs);
        const second = await send();
        // The one that was cut may still be under way.
        await sleep(150);
        return [undefined, second];
      }),
    );
  }

  /** With the portal killed while it has the first requests, or stopped after their replies. */
  async #acrossRestart(signal: 'SIGKILL' | 'SIGTERM', all: readonly Prepared[]) {
    const sending = all.map(({ request }) => sendOnce(this.url, request));
    if (signal === 'SIGTERM') await Promise.all(sending);
    else await sleep(this.random.whole(1, 120));
    await this.portal.kill(signal);
    const first = await Promise.all(sending);
    this.report.violate(...this.portal.errors);
    this.portal = startPortal(this.place, startOptions);
    this.url = (await this.portal.ready).url;
    for (const { portal } of this.#worlds) portal.url = this.url;
    this.report.count(signal === 'SIGKILL' ? 'kills' : 'restarts');
    const second = await Promise.all(all.map(({ request }) => sendOnce(this.url, request)));
    return first.map((reply, index): Replies => [reply, second[index]]);
  }

  async #finish(how: string, prepared: Prepared, replies: Replies) {
    const { endpoint, name } = prepared.write;
    this.#tried.add(name);
    const given = replies.filter((reply) => reply !== undefined);
    const successes = given.filter(({ status }) => status === (endpoint.status ?? 200));
    for (const reply of given) {
      const isClear =
        successes.includes(reply) || saysDone[reply.body.code as ProblemCode]?.includes(name);
      if (!isClear)
        this.#violate(how, [prepared], `gave ${reply.status} ${JSON.stringify(reply.body)}`);
    }
    if (!replies[1]) this.#violate(how, [prepared], 'got no reply the second time');
    if (given.length === 2 && successes.length === 0)
      this.#violate(how, [prepared], 'never succeeded');
    const [one, other] = successes.map(idIn);
    if (other !== undefined && one !== other)
      this.#violate(how, [prepared], 'gave the ids of two things');
    if (given.length < 2) this.report.count('first requests without a reply');
    // Also when both replies were lost or refused: it was done.
    await prepared.asked.after?.((successes[0]?.body ?? {}) as Record<string, string>);
    this.report.count('writes sent twice');
  }

  /** Endpoints whose writes changed nothing, not even the first time. */
  get withoutEffect() {
    return this.#tried.difference(this.#effective);
  }

  #violate(how: string, all: readonly Prepared[], what: string) {
    const names = all.map(
      ({ write: { name, target, column, variant } }) => `${name} ${target} ${column} ${variant}`,
    );
    this.report.violate(`${names.join(', ')}; ${how}: ${what}`);
  }
}

const growth = (before: Map<string, number>, after: Map<string, number>) =>
  new Map([...after].map(([what, amount]) => [what, amount - (before.get(what) ?? 0)]));

function sum(all: readonly Map<string, number>[]): Map<string, number> {
  const total = new Map<string, number>();
  for (const [what, amount] of all.flatMap((one) => [...one]))
    total.set(what, (total.get(what) ?? 0) + amount);
  return total;
}

/** What a reply says was made. */
function idIn({ body }: { body: Record<string, unknown> }): string | undefined {
  const { document, groupId } = body as { document?: { _id: string }; groupId?: string };
  return document?._id ?? groupId;
}

/** Every write sent twice, and exactly one effect looked for. */
export const run: Run = ({ size, database, seed, progress }, report) =>
  inNewPlace({ database, quick: true }, async (place) => {
    const repeats = new Repeats(place, report, seed);
    try {
      await repeats.open();
      for (let round = 0; report.of('writes sent twice') < size; round += 1) {
        await repeats.round(disturbances[round % disturbances.length] ?? 'SIGKILL');
        progress?.(`${report.of('writes sent twice')} writes`);
      }
    } finally {
      await repeats.db.destroy();
      await repeats.portal.kill('SIGKILL');
    }
    report.violate(...repeats.portal.errors);
    for (const name of repeats.withoutEffect) report.idle.push(`${name} never had an effect`);
    const hundreds = Math.floor(size / 100);
    report.requireAtLeast({
      'writes sent twice': size,
      kills: hundreds,
      restarts: hundreds,
      'first requests without a reply': Math.min(1, hundreds),
    });
  });
