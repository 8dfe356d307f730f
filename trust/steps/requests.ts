import { Problem } from '#contract/problem.ts';
import { type DataLocation, withDatabase } from '#server/backup/places.ts';
import type { Db } from '#server/db/tables.ts';
import { checkAgainstJournal, waitUntilEmailsSent } from '#trust/lib/check-history.ts';
import { addAccount, addGroup, type Group } from '#trust/lib/fixtures.ts';
import type { RunReport } from '#trust/lib/instrument.ts';
import { type PortalProcess, startPortal } from '#trust/lib/processes/portal-process.ts';
import { SeededRandom } from '#trust/lib/random.ts';
import {
  prepareMarksSave,
  prepareProposal,
  sendEmails,
  uploadRandomFile,
  WorkloadJournal,
} from '#trust/lib/workload.ts';

type Fixture = { workspace: DataLocation; journal: WorkloadJournal; group: Group; seed: number };
/** Sends the prepared request. Called a second time after a crash. */
type SendRequest = (url: string) => Promise<void>;

const createWorkload = ({ journal, seed }: Fixture) => ({
  journal,
  random: new SeededRandom(seed),
});

/** Requests with deterministic content, so that each run has the same steps. */
const requests: Record<string, (fixture: Fixture, url: string) => Promise<SendRequest>> = {
  'a save of marks': async (fixture) => {
    const { token } = fixture.group.supervisor;
    return prepareMarksSave(createWorkload(fixture), fixture.group, 'Semester 7', token);
  },
  'a save of the viva': async (fixture) => {
    const { token } = fixture.group.examiner;
    return prepareMarksSave(createWorkload(fixture), fixture.group, 'External Viva', token);
  },
  'an upload': async (fixture) => (url) =>
    uploadRandomFile({ url, ...createWorkload(fixture) }, fixture.group),
  'a proposal': async ({ journal, workspace }) =>
    prepareProposal(journal, await withDatabase(workspace, (db) => addAccount(db, 'student')), 1),
  'emails and their delivery': async (fixture, url) => {
    const { journal, group } = fixture;
    await prepareMarksSave(createWorkload(fixture), group, 'Semester 8', group.admin.token)(url);
    return (retryUrl) => sendEmails({ url: retryUrl, journal }, group);
  },
};

export const stepCounterUrl = import.meta.resolve('#tools/test/count-steps.ts');
const start = (workspace: DataLocation) => startPortal(workspace, { preload: stepCounterUrl });

/** For every kind of request, kills the portal before each `every`-th step, restarts it and resends the request. */
export async function crashInRequests(
  workspace: DataLocation,
  { every, seed, fault }: { every: number; seed: number; fault: string | undefined },
  report: RunReport,
): Promise<void> {
  let portal = start(workspace);
  try {
    let { url } = await portal.ready;
    const group = await withDatabase(workspace, (db) => addGroup(db, url));
    const fixture: Fixture = { workspace, journal: new WorkloadJournal(), group, seed };
    for (const [name, prepare] of Object.entries(requests)) {
      for (let step = 1; ; step += every) {
        const since = new Date();
        const effectsBefore = fixture.journal.effects.length;
        const send = await prepare(fixture, url);
        const check = async (moment: string) => {
          const violations = [
            ...(await findViolations(fixture, url, effectsBefore, since)),
            ...portal.errors.splice(0),
          ];
          report.addViolations(
            ...violations.map((violation) => `${name}, step ${step}, ${moment}: ${violation}`),
          );
        };
        await portal.sendMessage(step);
        if (!(await crashesDuring(portal, workspace, send(url)))) {
          await check('not crashed');
          break;
        }
        report.count(`crashes in ${name}`);
        await withDatabase(workspace, expireLeases);
        portal = start(workspace);
        ({ url } = await portal.ready);
        await check('crashed');
        await send(url).catch((error: unknown) =>
          report.addViolations(`${name}, step ${step}, asked again: ${error}`),
        );
        await waitForEmails(workspace);
        await check('asked again');
        if (fault && report.violations.length > 0) return;
      }
      report.requireAtLeast({ [`crashes in ${name}`]: 1 });
    }
  } finally {
    await portal.kill('SIGKILL');
  }
}

/** Returns whether the portal crashes during the request or the delivery of its emails. */
async function crashesDuring(
  portal: PortalProcess,
  workspace: DataLocation,
  sent: Promise<void>,
): Promise<boolean> {
  try {
    await sent;
  } catch (error) {
    if (error instanceof Problem) throw error;
    await portal.ended;
    return true;
  }
  const finishDelivery = async () => {
    await waitForEmails(workspace);
    // Send a message and wait for the reply, to detect a crash right after the last email.
    await portal.sendMessage(0);
    return false;
  };
  return Promise.race([portal.ended.then(() => true), finishDelivery()]);
}

async function findViolations(
  { workspace, journal, group }: Fixture,
  url: string,
  effectsBefore: number,
  since: Date,
) {
  // Only one kind of request sends emails. Check for missing emails only after that kind of request.
  const hasEmails = journal.acknowledged.slice(effectsBefore).some(({ kind }) => kind === 'emails');
  return [
    ...(await checkAgainstJournal(workspace, url, journal, { before: effectsBefore, since })),
    ...(hasEmails
      ? await checkAgainstJournal(workspace, url, journal, { allEmailsOf: [group] })
      : []),
  ];
}

/** Makes all unsent emails due again, as if the leases held by the killed process had expired. */
async function expireLeases(db: Db): Promise<void> {
  const past = new Date(Date.now() - 60_000).toISOString();
  const expired = { next_attempt_at: past, leased_until: past };
  await db.updateTable('emails').set(expired).where('sent_at', 'is', null).execute();
}

const waitForEmails = (workspace: DataLocation) =>
  withDatabase(workspace, async (db) => {
    if (!(await waitUntilEmailsSent(db, 10_000)))
      throw new Error('An email was not sent within ten seconds.');
  });
