import { setTimeout as sleep } from 'node:timers/promises';
import type { Place } from '#server/backup/places.ts';
import { startPortal } from '#trust/lib/portal-process.ts';
import type { Prepared } from './prepared.ts';
import { type Answer, type RawRequest, rawRequest, sendRaw } from './raw-request.ts';
import { type Lane, Stage } from './stage.ts';
import { writes } from './writes.ts';

type RepeatFigures = {
  /** Writes that were sent twice. */
  repeated: number;
  /** First sendings that no answer came to. */
  unanswered: number;
  restarts: number;
  kills: number;
  /** Effects that are not there exactly once, and answers that are neither success nor a clear refusal. */
  faults: string[];
};

/** One after another, a lane works on a group that is its own. */
const laneCount = 10;
/** With a mail server's address to confirm, emails with links are written, into files. */
const env = { CONFIRM_EMAIL: 'on' };
const kinds = Object.keys(writes);

type Twice = Prepared & { kind: string; raw: RawRequest };

/**
 * Sends every kind of write twice: at once, after its answer, after the connection was cut, and with the portal killed
 * or restarted in between; and looks for exactly one effect.
 */
export async function runRepeats(
  place: Place,
  { size, seed, onRound }: { size: number; seed: number; onRound?: (repeated: number) => void },
): Promise<RepeatFigures> {
  const figures: RepeatFigures = { repeated: 0, unanswered: 0, restarts: 0, kills: 0, faults: [] };
  let portal = startPortal(place, { env });
  let { url } = await portal.ready;
  const stage = new Stage(place, seed);
  const { random } = stage;
  let next = 0;
  const prepare = async (lane: Lane): Promise<Twice> => {
    const kind = kinds[next % kinds.length] ?? '';
    next += 1;
    const make = writes[kind];
    if (!make) throw new Error(`There is no write ${kind}.`);
    const prepared = await make(stage, lane, url);
    const raw = await rawRequest(prepared.endpoint, prepared.input, prepared.token);
    return { ...prepared, kind, raw };
  };
  const finish = async (how: string, twice: Twice, answers: (Answer | undefined)[]) => {
    figures.faults.push(...(await errorsOf(how, twice, answers)));
    await twice.after?.(url);
    figures.repeated += 1;
  };

  const whileRunning = async (lane: Lane) => {
    const twice = await prepare(lane);
    const how = (['at once', 'afterwards', 'after a cut'] as const)[random.whole(0, 2)];
    const wait = random.whole(0, 30);
    const send = () => sendRaw(url, twice.raw);
    if (how === 'at once') return finish(how, twice, await Promise.all([send(), send()]));
    const first = await (how === 'afterwards' ? send() : sendRaw(url, twice.raw, wait));
    if (!first) figures.unanswered += 1;
    const second = await send();
    // The one that was cut may still be under way.
    if (!first) await sleep(150);
    return finish(how ?? '', twice, [first, second]);
  };

  const acrossRestart = async (lanes: readonly Lane[], signal: 'SIGKILL' | 'SIGTERM') => {
    const all = await Promise.all(lanes.map(prepare));
    const sending = all.map(({ raw }) => sendRaw(url, raw));
    if (signal === 'SIGTERM') await Promise.all(sending);
    else await sleep(random.whole(1, 120));
    await portal.kill(signal);
    const first = await Promise.all(sending);
    figures.faults.push(...portal.errors);
    portal = startPortal(place, { env });
    ({ url } = await portal.ready);
    figures[signal === 'SIGKILL' ? 'kills' : 'restarts'] += 1;
    await Promise.all(
      all.map(async (twice, index) => {
        if (!first[index]) figures.unanswered += 1;
        const second = await sendRaw(url, twice.raw);
        await finish(`across a ${signal}`, twice, [first[index], second]);
      }),
    );
  };

  try {
    const lanes = await stage.lanes(url, laneCount);
    // Of ten rounds eight are without a restart, one with a stop and one with a kill.
    for (let round = 0; figures.repeated < size; round += 1) {
      if (round % 10 === 3 || round % 10 === 7) {
        await acrossRestart(lanes, round % 10 === 3 ? 'SIGKILL' : 'SIGTERM');
      } else await Promise.all(lanes.map(whileRunning));
      onRound?.(figures.repeated);
    }
  } finally {
    await stage.db.destroy();
    await portal.kill('SIGKILL');
  }
  figures.faults.push(...portal.errors);
  return figures;
}

/** What is wrong with the answers to a write that was sent twice, and with its effects. */
async function errorsOf(
  how: string,
  { kind, effects, endpoint, refusals = [] }: Twice,
  answers: (Answer | undefined)[],
): Promise<string[]> {
  const given = answers.filter((answer) => answer !== undefined);
  const isSuccess = ({ status }: Answer) => status === (endpoint.status ?? 200);
  const faults = given
    .filter((answer) => !isSuccess(answer) && !refusals.some((code) => code === answer.body.code))
    .map(({ status, body }) => `answered ${status} ${JSON.stringify(body).slice(0, 300)}`);
  if (!answers.at(-1)) faults.push('was not answered the second time');
  if (given.length === answers.length && !given.some(isSuccess)) faults.push('never succeeded');
  const [one, other] = given.filter(isSuccess);
  if (one && other && idIn(one) !== idIn(other)) faults.push('was answered with two things');
  const counts = await effects();
  if (Object.values(counts).some((count) => count !== 1)) faults.push(JSON.stringify(counts));
  return faults.map((fault) => `${kind} ${how}: ${fault}`);
}

/** What an answer says was made. */
const idIn = ({ body }: Answer) => {
  const { document, groupId } = body as { document?: { _id: string }; groupId?: string };
  return document?._id ?? groupId;
};
