import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase, type Place } from '#server/backup/places.ts';
import { addAccount, addGroup, type Group } from '#trust/lib/fixtures.ts';
import type { Report, Run } from '#trust/lib/instrument.ts';
import { inNewPlace } from '#trust/lib/new-place.ts';
import { startPortal } from '#trust/lib/portal-process.ts';
import { Random } from '#trust/lib/random.ts';
import { requestTo, sendOnce } from '#trust/lib/raw-http.ts';
import type { Prepared } from './fixture.ts';
import { writes } from './writes-of-groups.ts';

/** One write after another, a lane works on a group of its own. */
const laneCount = 10;
/** With a mail server's address to confirm, emails with links are written, into files. */
const env = { CONFIRM_EMAIL: 'on' };
const kinds = Object.entries(writes);

type Twice = Prepared & { kind: string; request: Buffer };
type Reply = Awaited<ReturnType<typeof sendOnce>>;

/** Sends writes twice, to a portal that is restarted in between now and then. */
class Repeats {
  readonly place: Place;
  readonly report: Report;
  readonly random: Random;
  readonly db;
  portal;
  url = '';
  lanes: Group[] = [];
  #admin = '';
  #next = 0;

  constructor(place: Place, report: Report, seed: number) {
    this.place = place;
    this.report = report;
    this.random = new Random(seed);
    this.db = openDatabase(place);
    this.portal = startPortal(place, { env });
  }

  async open() {
    this.url = (await this.portal.ready).url;
    const admin = await addAccount(this.db, 'admin');
    this.#admin = admin.token;
    for (let lane = 0; lane < laneCount; lane += 1)
      this.lanes.push(await addGroup(this.db, this.url, { admin }));
  }

  /** At once, after its reply, or after the connection was cut. */
  async whileRunning(group: Group) {
    const twice = await this.#prepare(group);
    const how = this.random.pick(['at once', 'afterwards', 'after a cut'] as const);
    const cutAfterMs = this.random.whole(0, 30);
    const send = () => sendOnce(this.url, twice.request);
    if (how === 'at once') return this.#finish(how, twice, await Promise.all([send(), send()]));
    const isCut = how === 'after a cut';
    const first = await (isCut ? sendOnce(this.url, twice.request, cutAfterMs) : send());
    if (!first) this.report.count('first requests without a reply');
    const second = await send();
    // The one that was cut may still be under way.
    if (!first) await sleep(150);
    return this.#finish(how, twice, [first, second]);
  }

  /** With the portal killed while it has the first requests, or restarted after their replies. */
  async acrossRestart(signal: 'SIGKILL' | 'SIGTERM') {
    const all = await Promise.all(this.lanes.map((group) => this.#prepare(group)));
    const sending = all.map(({ request }) => sendOnce(this.url, request));
    if (signal === 'SIGTERM') await Promise.all(sending);
    else await sleep(this.random.whole(1, 120));
    await this.portal.kill(signal);
    const first = await Promise.all(sending);
    this.report.violate(...this.portal.errors);
    this.portal = startPortal(this.place, { env });
    this.url = (await this.portal.ready).url;
    this.report.count(signal === 'SIGKILL' ? 'kills' : 'restarts');
    await Promise.all(
      all.map(async (twice, index) => {
        if (!first[index]) this.report.count('first requests without a reply');
        const second = await sendOnce(this.url, twice.request);
        await this.#finish(`across a ${signal}`, twice, [first[index], second]);
      }),
    );
  }

  async #prepare(group: Group): Promise<Twice> {
    const [kind, prepare] = kinds[this.#next % kinds.length] ?? [];
    this.#next += 1;
    if (!kind || !prepare) throw new Error('There is no write.');
    const { db, random, url } = this;
    const prepared = await prepare({ db, random, url, admin: this.#admin, group });
    const { endpoint, input = {}, token } = prepared;
    return { ...prepared, kind, request: await requestTo(endpoint, input, token) };
  }

  async #finish(how: string, twice: Twice, replies: Reply[]) {
    const violations = await check(twice, replies);
    this.report.violate(...violations.map((what) => `${twice.kind} ${how}: ${what}`));
    await twice.after?.(this.url);
    this.report.count('writes sent twice');
  }
}

/** Effects that are not there exactly once, and replies that are neither success nor a clear refusal. */
async function check({ effects, endpoint, refusals = [] }: Twice, replies: Reply[]) {
  const given = replies.filter((reply) => reply !== undefined);
  const isSuccess = ({ status }: { status: number }) => status === (endpoint.status ?? 200);
  const violations = given
    .filter((reply) => !isSuccess(reply) && !refusals.some((code) => code === reply.body.code))
    .map(({ status, body }) => `gave ${status} ${JSON.stringify(body).slice(0, 300)}`);
  if (!replies.at(-1)) violations.push('got no reply the second time');
  if (given.length === replies.length && !given.some(isSuccess)) violations.push('never succeeded');
  const [one, other] = given.filter(isSuccess).map(idIn);
  if (other !== undefined && one !== other) violations.push('two things were made');
  const counts = await effects();
  if (Object.values(counts).some((count) => count !== 1)) violations.push(JSON.stringify(counts));
  return violations;
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
      // Of ten rounds eight are without a restart, one with a kill and one with a stop.
      for (let round = 0; report.of('writes sent twice') < size; round += 1) {
        if (round % 10 === 3) await repeats.acrossRestart('SIGKILL');
        else if (round % 10 === 7) await repeats.acrossRestart('SIGTERM');
        else await Promise.all(repeats.lanes.map((group) => repeats.whileRunning(group)));
        if (round % 10 === 9) progress?.(`${report.of('writes sent twice')} writes`);
      }
    } finally {
      await repeats.db.destroy();
      await repeats.portal.kill('SIGKILL');
    }
    report.violate(...repeats.portal.errors);
    const hundreds = Math.floor(size / 100);
    report.requireAtLeast({
      'writes sent twice': size,
      kills: hundreds,
      restarts: hundreds,
      'first requests without a reply': Math.min(1, hundreds),
    });
  });
