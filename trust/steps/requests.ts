import { join } from 'node:path';
import pino from 'pino';
import { Problem } from '#contract/problem.ts';
import { type Place, withDatabase } from '#server/backup/places.ts';
import { startEmailWorker } from '#server/mail/email-worker.ts';
import { folderTransport } from '#server/mail/folder.ts';
import { leaseMs } from '#server/mail/lease.ts';
import { areAllSent, checkPlace } from '#trust/lib/check-history.ts';
import { addAccount, addGroup, type Group } from '#trust/lib/fixtures.ts';
import type { Report } from '#trust/lib/instrument.ts';
import { type PortalProcess, startPortal } from '#trust/lib/portal-process.ts';
import { Random } from '#trust/lib/random.ts';
import { Journal, prepareProposal, prepareSave, sendEmails, upload } from '#trust/lib/work.ts';

type Fixture = { place: Place; journal: Journal; group: Group; seed: number };
/** What is asked for, and asked for again as a person would who got no reply. */
type Send = (url: string) => Promise<void>;

const withRandom = ({ journal, seed }: Fixture) => ({ journal, random: new Random(seed) });

/** Every time the same, so that it has the same steps. */
const requests: Record<string, (fixture: Fixture, url: string) => Promise<Send>> = {
  'a save of marks': async (fixture) => {
    const { token } = fixture.group.supervisor;
    return prepareSave(withRandom(fixture), fixture.group, 'Semester 7', token);
  },
  'a save of the viva': async (fixture) => {
    const { token } = fixture.group.examiner;
    return prepareSave(withRandom(fixture), fixture.group, 'External Viva', token);
  },
  'an upload': async (fixture) => (url) => upload({ url, ...withRandom(fixture) }, fixture.group),
  'a proposal': async ({ journal, place }) =>
    prepareProposal(journal, await withDatabase(place, (db) => addAccount(db, 'student')), 1),
  'emails and their delivery': async (fixture, url) => {
    const { journal, group } = fixture;
    await prepareSave(withRandom(fixture), group, 'Semester 8', group.admin.token)(url);
    return (again) => sendEmails({ url: again, journal }, group);
  },
};

export const counter = import.meta.resolve('./count-steps.ts');
const start = (place: Place) => startPortal(place, { preload: counter });

/**
 * Crashes the portal before each step of each request (or each `every`th), and holds what is there against what was asked
 * for, before and after asking again. `place` is empty at the beginning and filled at the end.
 */
export async function crashInRequests(
  place: Place,
  { every, seed, plant }: { every: number; seed: number; plant: string | undefined },
  report: Report,
): Promise<void> {
  let portal = start(place);
  try {
    let { url } = await portal.ready;
    const group = await withDatabase(place, (db) => addGroup(db, url));
    const fixture: Fixture = { place, journal: new Journal(), group, seed };
    for (const [name, prepare] of Object.entries(requests)) {
      for (let before = 1; ; before += every) {
        const since = new Date();
        const first = fixture.journal.effects.length;
        const send = await prepare(fixture, url);
        const check = async (moment: string) => {
          const found = [
            ...(await violations(fixture, url, first, since)),
            ...portal.errors.splice(0),
          ];
          report.violate(...found.map((what) => `${name}, step ${before}, ${moment}: ${what}`));
        };
        await portal.tell(before);
        if (!(await isEndOf(portal, place, send(url)))) {
          await check('not crashed');
          break;
        }
        report.count(`crashes in ${name}`);
        await deliverAsLater(place);
        portal = start(place);
        ({ url } = await portal.ready);
        await check('crashed');
        await send(url).catch((error: unknown) =>
          report.violate(`${name}, step ${before}, asked again: ${error}`),
        );
        await waitForEmails(place);
        await check('asked again');
        if (plant && report.violations.length > 0) return;
      }
      report.requireAtLeast({ [`crashes in ${name}`]: 1 });
    }
  } finally {
    await portal.kill('SIGKILL');
  }
}

/** Whether the portal ends over a request, or over the emails that it brings about; else its steps count no more. */
async function isEndOf(portal: PortalProcess, place: Place, sent: Promise<void>): Promise<boolean> {
  try {
    await sent;
  } catch (error) {
    if (error instanceof Problem) throw error;
    await portal.ended;
    return true;
  }
  const isOut = async () => {
    await waitForEmails(place);
    // It may end right behind its last email.
    await portal.tell(0);
    return false;
  };
  return Promise.race([portal.ended.then(() => true), isOut()]);
}

async function violations(
  { place, journal, group }: Fixture,
  url: string,
  before: number,
  since: Date,
) {
  // Emails are asked for in one request only; until then they are owed.
  const hasEmails = journal.acknowledged.slice(before).some(({ kind }) => kind === 'emails');
  return [
    ...(await checkPlace(place, url, journal, { before, since })),
    ...(hasEmails ? await checkPlace(place, url, journal, { allEmailsOf: [group] }) : []),
  ];
}

/** Waits until no email is left to send; the portal sends them at once. */
const waitForEmails = (place: Place) =>
  withDatabase(place, async (db) => {
    if (!(await areAllSent(db, 10_000)))
      throw new Error('An email was not sent within ten seconds.');
  });

/** The emails that a dead portal had taken for itself, once its lease has expired. */
async function deliverAsLater(place: Place) {
  const transport = await folderTransport(join(place.dataDir, 'outbox'), 'portal@university.test');
  const later = () => new Date(Date.now() + leaseMs + 60_000);
  await withDatabase(place, async (db) => {
    const config = { publicUrl: 'http://portal.university.test' };
    const site = { db, clock: later, log: pino({ level: 'silent' }), config };
    const emailWorker = startEmailWorker(site, transport, async ({ reply_to }) => ({
      replyTo: reply_to,
    }));
    emailWorker.wake();
    await emailWorker.idle();
    await emailWorker.stop();
  });
}
