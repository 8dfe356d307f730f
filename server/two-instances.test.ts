import { expect, onTestFinished } from 'vitest';
import { uploadDocument } from '#contract/documents.ts';
import { findGroup } from '#contract/groups.ts';
import { login } from '#contract/session.ts';
import { openDatabase } from '#server/backup/places.ts';
import { createEmptyDataLocation } from '#server/test/places.ts';
import { test } from '#server/test/portal.ts';
import { buildS3Environment, startS3Server } from '#server/test/stores.ts';
import { ApiCaller } from '#tools/test/caller.ts';
import { startTestSmtpServer } from '#tools/test/mailbox.ts';
import { buildPdfFile } from '#tools/test/people.ts';
import { requestAndCheckEmails, waitUntilEmailsSent } from '#trust/lib/check-history.ts';
import { addGroup } from '#trust/lib/fixtures.ts';
import { startPortal } from '#trust/lib/processes/portal-process.ts';
import { SeededRandom } from '#trust/lib/random.ts';
import { runWorkload, WorkloadJournal } from '#trust/lib/workload.ts';

test('two instances share sessions, files and limits, send each email once, and lose nothing if one is killed', {
  timeout: 120_000,
}, async ({ portal }) => {
  const s3 = await startS3Server();
  const mailbox = await startTestSmtpServer();
  onTestFinished(() => mailbox.close());
  const shared = await createEmptyDataLocation(portal, 'postgres');
  const { databaseUrl } = shared;
  const db = openDatabase(shared);
  onTestFinished(() => db.destroy());
  const env = { ...buildS3Environment(s3), SMTP_URL: mailbox.url };
  const start = async () => {
    // Each instance has a folder of its own, as on two machines.
    const { dataDir } = await createEmptyDataLocation(portal, 'sqlite');
    const running = startPortal({ dataDir, databaseUrl }, { env });
    onTestFinished(() => void running.kill('SIGKILL'));
    return { ...running, url: (await running.ready).url };
  };
  const [first, second] = await Promise.all([start(), start()]);

  const group = await addGroup(db, first.url);
  const student = new ApiCaller(second.url, group.student.token);
  const reply = await student.call(findGroup, { params: { email: group.student.email } });
  expect(reply.group._id).toBe(group.groupId);
  const guess = async (url: string) => {
    const body = { email: group.student.email, password: 'not the password' };
    return (await new ApiCaller(url).request(login, { body })).status;
  };
  const guesses = [first, second].flatMap(({ url }) =>
    Array.from({ length: 20 }, () => guess(url)),
  );
  const wrong = (await Promise.all(guesses)).filter((status) => status === 401);
  // Each instance alone would check ten of them at once.
  expect(wrong.length).toBeLessThan(20);

  const { document } = await new ApiCaller(first.url, group.student.token).call(uploadDocument, {
    params: { kind: 'thesis', email: group.student.email },
    body: { file: buildPdfFile('thesis.pdf') },
  });
  const journal = new WorkloadJournal();
  const random = new SeededRandom(1);
  let isOver = false;
  const groups = [group, await addGroup(db, second.url, group)];
  const workloads = [first, second].map(({ url }, at) =>
    runWorkload({ url, journal, random, isOver: () => isOver }, groups.slice(at, at + 1), []),
  );
  await expect.poll(() => journal.acknowledged.length, { timeout: 30_000 }).toBeGreaterThan(20);
  await first.kill('SIGKILL');
  const before = journal.acknowledged.length;
  await expect.poll(() => journal.acknowledged.length, { timeout: 30_000 }).toBeGreaterThan(before);
  isOver = true;
  await Promise.all(workloads);

  expect(journal.refusals).toEqual([]);
  expect((await student.fetch(document.url)).status).toBe(200);
  expect(await requestAndCheckEmails(groups, { db, url: second.url }, journal.effects)).toEqual([]);
  await waitUntilEmailsSent(db, 10_000);
  const sent = await db
    .selectFrom('emails')
    .where('sent_at', 'is not', null)
    .select('message_id')
    .execute();
  const arrived = Map.groupBy(mailbox.emails, ({ messageId }) => messageId);
  const copies = sent.map(({ message_id }) => arrived.get(message_id)?.length ?? 0);
  expect(copies.length).toBeGreaterThan(0);
  // An email whose acceptance was lost with the killed instance may be sent a second time.
  expect(copies.filter((count) => count !== 1).length).toBeLessThanOrEqual(1);
});
