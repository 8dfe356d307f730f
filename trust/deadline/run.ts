// Rehearses the night of a deadline on two instances that share PostgreSQL and S3: students behind one address log in and
// upload, supervisors mark, the mail server's daily limit is used up, and one instance is killed.

import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { openDatabase } from '#server/backup/places.ts';
import type { Db } from '#server/db/tables.ts';
import { openFileStore } from '#server/storage/open-files.ts';
import { parseFilesUrl } from '#server/storage/place-of-files.ts';
import { startTestSmtpServer } from '#tools/test/mailbox.ts';
import {
  findStorageViolations,
  requestAndCheckEmails,
  waitUntilEmailsSent,
} from '#trust/lib/check-history.ts';
import { addAccount, addGroup, type Group } from '#trust/lib/fixtures.ts';
import type { RunReport, TrustToolRunner } from '#trust/lib/instrument.ts';
import { startPortal } from '#trust/lib/processes/portal-process.ts';
import { SeededRandom } from '#trust/lib/random.ts';
import { runMarking, WorkloadJournal } from '#trust/lib/workload.ts';
import { withWorkspace } from '#trust/lib/workspace.ts';
import { StudentNight } from './student-night.ts';

/** At this pace, 300 students take ten minutes. */
const msPerStudent = 2000;
/** Share of the students who upload. The others only log in. */
const uploaders = 5 / 6;
const dailyLimit = 20;
const longestWaitMs = 10 * 60_000;
const credentials = { accessKeyId: 'test', secretAccessKey: 'not so secret' };

async function startInstances(dataDir: string, databaseUrl: string | undefined, env: object) {
  const start = async () => {
    // Each instance has a folder of its own, as on two machines.
    const location = { dataDir: mkdtempSync(join(dataDir, 'instance-')), databaseUrl };
    const portal = startPortal(location, { env: { ...env } });
    return { ...portal, ...(await portal.ready) };
  };
  return [await start(), await start()] as const;
}

export const run: TrustToolRunner = (options, report) =>
  withWorkspace({ database: 'postgres', durable: true }, async ({ dataDir, databaseUrl }) => {
    const s3 = new Worker(new URL('./s3-worker.ts', import.meta.url));
    const [filesUrl] = await once(s3, 'message');
    const mailbox = await startTestSmtpServer();
    const db = openDatabase({ dataDir, databaseUrl });
    const instances = await startInstances(dataDir, databaseUrl, {
      FILES_URL: filesUrl,
      AWS_ACCESS_KEY_ID: credentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
      SMTP_URL: mailbox.url,
    });
    const [first, second] = instances;
    const { size, seed } = options;
    const journal = new WorkloadJournal();
    const random = new SeededRandom(seed);
    const urls = instances.map(({ url }) => url);
    const crowd = new StudentNight({ urls, journal, random, report });
    try {
      const groups = await addGroups(db, first.url, Math.round(size * uploaders));
      const others = Array.from({ length: size - groups.length }, () => addAccount(db, 'student'));
      const students = [...groups.map(({ student }) => student), ...(await Promise.all(others))];
      const since = new Date();
      mailbox.onData = () => refuseAfter(mailbox.emails.length, report);

      let isOver = false;
      const saving = instances.map(({ url }, at) =>
        // One group for each instance, because a mark's revision is known to one client only.
        runMarking({ url, journal, random, isOver: () => isOver }, groups.slice(at, at + 1)),
      );
      const windowMs = size * msPerStudent;
      const working = students.map((student, at) => crowd.spend(student, at, groups[at], windowMs));
      await sleep(windowMs / 2);
      await first.kill('SIGKILL');
      await Promise.all(working);
      isOver = true;
      await Promise.all(saving);

      report.addViolations(...journal.refusals);
      const store = await openFileStore(parseFilesUrl(filesUrl, { dataDir, credentials }));
      const readStored = (id: string) => buffer(store.open(id)).catch(() => undefined);
      const portal = { db, readStored, url: second.url };
      report.addViolations(...(await findStorageViolations(portal, journal.effects, since)));
      // Marks that were saved after the last request for emails are emailed, too.
      const marked = groups.slice(0, instances.length);
      report.addViolations(...(await requestAndCheckEmails(marked, portal, journal.effects)));
      await checkLateEmails(db, mailbox, report);
      reportWaits(crowd, journal, report);
      report.requireAtLeast({ 'uploads acknowledged': groups.length, 'saves acknowledged': 20 });
    } finally {
      crowd.end();
      await Promise.all(instances.map((instance) => instance.kill('SIGKILL')));
      await db.destroy();
      await Promise.all([s3.terminate(), mailbox.close()]);
    }
  });

async function addGroups(db: Db, url: string, count: number): Promise<Group[]> {
  const { admin, supervisor, examiner, ...first } = await addGroup(db, url);
  const staff = { admin, supervisor, examiner };
  const groups: Group[] = [{ ...staff, ...first }, await addGroup(db, url, staff)];
  while (groups.length < count) groups.push(await addGroup(db, url, { ...staff, members: 1 }));
  return groups;
}

function refuseAfter(accepted: number, report: RunReport) {
  if (accepted < dailyLimit) return undefined;
  report.count('emails refused by the mail server');
  return { code: 550, message: '5.4.5 Daily user sending limit exceeded' };
}

/** Checks that no email failed at the limit, and that each arrives once on the next day. */
async function checkLateEmails(
  db: Db,
  mailbox: Awaited<ReturnType<typeof startTestSmtpServer>>,
  report: RunReport,
) {
  report.requireAtLeast({ 'emails refused by the mail server': 1 });
  const failed = db.selectFrom('emails').where('failed_at', 'is not', null).selectAll();
  for (const { id, last_error } of await failed.execute())
    report.addViolations(`lost: email ${id}: ${last_error}`);
  mailbox.onData = undefined;
  const past = new Date(Date.now() - 60_000).toISOString();
  const isWaiting = db.updateTable('emails').where('sent_at', 'is', null);
  await isWaiting.set({ next_attempt_at: past, leased_until: past }).execute();
  if (!(await waitUntilEmailsSent(db, 900_000)))
    report.addViolations('lost: emails are not sent after the limit');
  const arrived = Map.groupBy(mailbox.emails, ({ messageId }) => messageId);
  const sent = await db.selectFrom('emails').select(['message_id', 'hand_overs']).execute();
  for (const { message_id, hand_overs } of sent) {
    const copies = arrived.get(message_id)?.length ?? 0;
    if (copies === 0 || copies > Math.max(1, hand_overs))
      report.addViolations(`lost: email ${message_id} arrived ${copies} times`);
  }
  report.count('emails arrived', sent.length);
}

function reportWaits(night: StudentNight, { acknowledged }: WorkloadJournal, report: RunReport) {
  const saves = acknowledged
    .filter(({ kind }) => kind === 'marks')
    .map(({ askedAt, repliedAt = 0 }) => repliedAt - askedAt);
  report.count('saves acknowledged', saves.length);
  for (const [name, waits] of Object.entries({ ...night.waitsMs, save: saves })) {
    const sorted = waits.toSorted((a, b) => a - b);
    const at = (share: number) =>
      ((sorted[Math.ceil(sorted.length * share) - 1] ?? 0) / 1000).toFixed(2);
    report.figures[`seconds for a ${name}: median, 95 %, longest`] =
      `${at(0.5)}, ${at(0.95)}, ${at(1)}`;
    report.requireBelow(`milliseconds for a ${name}`, sorted.at(-1) ?? 0, longestWaitMs);
  }
}
