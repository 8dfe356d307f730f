import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pino from 'pino';
import { Problem } from '#contract/problem.ts';
import { filesFolderOf, type Place, withDatabase } from '#server/backup/places.ts';
import { startEmailWorker } from '#server/mail/email-worker.ts';
import { folderTransport } from '#server/mail/folder.ts';
import { leaseMs } from '#server/mail/lease.ts';
import { aName, emailOf } from '#tools/test/people.ts';
import { checkEmails, checkOutbox } from '#trust/lib/check-emails.ts';
import { checkHistory } from '#trust/lib/check-history.ts';
import { aSave, aSubmission, askForEmails, type Scene, upload } from '#trust/lib/clients.ts';
import { Journal } from '#trust/lib/journal.ts';
import { type PortalProcess, startPortal } from '#trust/lib/portal-process.ts';
import { Random } from '#trust/lib/random.ts';
import { aNewcomer, prepare } from '#trust/lib/scenes.ts';

/** What came of crashing at the steps of one act. */
export type ActFigures = { act: string; crashes: number; findings: string[] };

type Stage = { place: Place; journal: Journal; scene: Scene; seed: number };
/** What is asked for, and asked for again as a person would who got no answer. */
type Call = (url: string) => Promise<void>;

/** Every time the same, so that it has the same steps. */
const acts: Record<string, (stage: Stage, url: string) => Promise<Call>> = {
  'a save of marks': async ({ journal, scene, seed }) =>
    aSave({ journal, random: new Random(seed) }, scene, 'Semester 7', scene.supervisor),
  'a save of the viva': async ({ journal, scene, seed }) =>
    aSave({ journal, random: new Random(seed) }, scene, 'External Viva', scene.examiner),
  'an upload':
    async ({ journal, scene, seed }) =>
    (url) =>
      upload({ url, journal, random: new Random(seed) }, scene),
  'a proposal': async ({ journal }, url) => {
    const name = aName('Mate');
    return aSubmission({ journal }, await aNewcomer(url), [{ name, email: emailOf(name) }]);
  },
  'emails and their delivery': async ({ journal, scene, seed }, url) => {
    const save = aSave({ journal, random: new Random(seed) }, scene, 'Semester 8', scene.admin);
    await save(url);
    return (again) => askForEmails({ url: again, journal }, scene);
  },
};

export const counter = import.meta.resolve('./count-steps.ts');
const start = (place: Place) => startPortal(place, { preload: counter });

/**
 * Crashes the portal before each step of each act that people ask for (or each `every`th), and holds what is there
 * against what was asked for, before and after asking again. `place` is empty at the beginning and filled at the end.
 */
export async function crashInActs(
  place: Place,
  { every, seed, onAct }: { every: number; seed: number; onAct?: (figures: ActFigures) => void },
): Promise<ActFigures[]> {
  const all: ActFigures[] = [];
  let portal = start(place);
  try {
    let { url } = await portal.ready;
    const [scene] = await prepare(url);
    if (!scene) throw new Error('There is no group to work on.');
    const stage: Stage = { place, journal: new Journal(), scene, seed };
    for (const [act, prepareCall] of Object.entries(acts)) {
      const figures: ActFigures = { act, crashes: 0, findings: [] };
      for (let before = 1; ; before += every) {
        const since = new Date();
        const first = stage.journal.effects.length;
        const call = await prepareCall(stage, url);
        const check = async (moment: string) => {
          const found = await findings(stage, url, first, since);
          const words = [...found, ...portal.errors.splice(0)];
          figures.findings.push(...words.map((word) => `step ${before}, ${moment}: ${word}`));
        };
        await portal.tell(before);
        const hasDied = await isEndOf(portal, place, call(url));
        if (!hasDied) {
          await check('not crashed');
          break;
        }
        figures.crashes += 1;
        await deliverAsLater(place);
        portal = start(place);
        ({ url } = await portal.ready);
        await check('crashed');
        await call(url).catch((error: unknown) => {
          figures.findings.push(`step ${before}, asked again: ${error}`);
        });
        await emailsOut(place);
        await check('asked again');
      }
      all.push(figures);
      onAct?.(figures);
    }
  } finally {
    await portal.kill('SIGKILL');
  }
  return all;
}

/** Whether the portal ends over a call, or over the emails that it brings about; else its steps count no more. */
async function isEndOf(portal: PortalProcess, place: Place, call: Promise<void>): Promise<boolean> {
  try {
    await call;
  } catch (error) {
    if (error instanceof Problem) throw error;
    await portal.ended;
    return true;
  }
  const isOver = portal.ended.then(() => true);
  const isOut = async () => {
    await emailsOut(place);
    // It may end right behind its last email.
    await portal.tell(0);
    return false;
  };
  return Promise.race([isOver, isOut()]);
}

async function findings({ place, journal }: Stage, url: string, first: number, since: Date) {
  const effects = journal.effects.slice(first);
  const found = await withDatabase(place, async (db) => [
    await checkHistory({ db, filesFolder: filesFolderOf(place), url }, effects, since),
    await checkOutbox(db, join(place.dataDir, 'outbox'), new Date(0)),
    // Emails are asked for in one act only; until then they are owed.
    ...(effects.some(({ kind, isAcknowledged }) => kind === 'emails' && isAcknowledged)
      ? [await checkEmails(db, journal.effects)]
      : []),
  ]);
  return found.flatMap(({ lost, torn }) => [...lost, ...torn]);
}

/** Waits until no letter is left to send; the portal sends them at once. */
async function emailsOut(place: Place) {
  await withDatabase(place, async (db) => {
    for (let left = 500; left > 0; left -= 1) {
      const one = await db
        .selectFrom('emails')
        .select('id')
        .where('sent_at', 'is', null)
        .executeTakeFirst();
      if (!one) return;
      await sleep(20);
    }
    throw new Error('An email was not sent within ten seconds.');
  });
}

/** The emails that a dead portal had taken for itself, once its lease is over. */
async function deliverAsLater(place: Place) {
  const transport = await folderTransport(join(place.dataDir, 'outbox'), 'portal@university.test');
  const later = () => new Date(Date.now() + leaseMs + 60_000);
  await withDatabase(place, async (db) => {
    const emailWorker = startEmailWorker(db, transport, later, pino({ level: 'silent' }));
    emailWorker.wake();
    await emailWorker.idle();
    await emailWorker.stop();
  });
}
