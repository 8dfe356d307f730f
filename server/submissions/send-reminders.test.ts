import type { Transaction } from 'kysely';
import { expect } from 'vitest';
import { uploadDocument } from '#contract/documents.ts';
import type { Db, Tables } from '#server/db/tables.ts';
import { createTestGroup } from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';
import { closeCurrentCohort } from '#server/test/records/cohorts.ts';
import { setGroupDeadline } from '#server/test/records/notices.ts';
import type { ApiCaller } from '#tools/test/caller.ts';
import { buildPdf } from '#tools/test/files/sample-files.ts';
import { toFile } from '#tools/test/people.ts';
import { sendReminders } from './send-reminders.ts';

const hour = 3_600_000;
const day = 24 * hour;
const february = 'february-monthly-report';

const goTo = (portal: Portal, at: string) => portal.wait(Date.parse(at) - portal.clock().getTime());

async function emailsOf(portal: Portal) {
  const rows = await portal.db.selectFrom('emails').selectAll().orderBy('recipient').execute();
  await portal.db.deleteFrom('emails').execute();
  return rows;
}
const handIn = (student: ApiCaller, email: string, deadline: string) =>
  student.call(uploadDocument, {
    params: { kind: 'report', email },
    query: { deadline },
    body: { file: toFile(buildPdf({ title: deadline }), 'report.pdf') },
  });

/** Returns a database that calls `work` before each transaction. */
const withBefore = ({ db }: Portal, work: () => Promise<unknown>): Db =>
  new Proxy(db, {
    get(target, name) {
      if (name !== 'transaction') {
        const value = Reflect.get(target, name, target);
        return typeof value === 'function' ? value.bind(target) : value;
      }
      return () => ({
        async execute(callback: (trx: Transaction<Tables>) => Promise<unknown>) {
          await work();
          return target.transaction().execute(callback);
        },
      });
    },
  });

const recipientsAndTitles = (rows: Awaited<ReturnType<typeof emailsOf>>) =>
  rows.map(({ recipient, subject }) => [recipient, subject]);

test('sendReminders sends an email to members and a summary to the supervisor seven days and one day before a deadline', async ({
  portal,
}) => {
  const team = await createTestGroup(portal);
  goTo(portal, '2027-02-20T10:00:00.000Z');
  expect(await sendReminders(portal)).toBe(0);
  goTo(portal, '2027-02-22T10:00:00.000Z');
  expect(await sendReminders(portal)).toBe(1);
  const first = await emailsOf(portal);
  const students = team.students.map(({ email }) => [
    email,
    'Due in 6 days: February Monthly Report',
  ]);
  const copy = [team.supervisor.email, '1 group hasn’t submitted files'];
  expect(recipientsAndTitles(first)).toEqual([...students, copy].toSorted());
  expect(first[0]?.text_body).toContain('Monthly report');

  portal.wait(hour);
  expect(await sendReminders(portal)).toBe(0);
  goTo(portal, '2027-02-28T10:00:00.000Z');
  await sendReminders(portal);
  expect(recipientsAndTitles(await emailsOf(portal))).toContainEqual([
    team.student.email,
    'Due in 8 hours: February Monthly Report',
  ]);
});

test('sendReminders combines several deadlines in one email and omits deadlines that the group has met', async ({
  portal,
}) => {
  const team = await createTestGroup(portal, { size: 1 });
  await setGroupDeadline(portal, team, '2027-03-01T18:59:00.000Z');
  await emailsOf(portal);
  goTo(portal, '2027-02-25T10:00:00.000Z');
  await sendReminders(portal);
  const toStudent = (await emailsOf(portal)).filter(
    ({ recipient }) => recipient === team.student.email,
  );
  expect(recipientsAndTitles(toStudent)).toEqual([
    [team.student.email, 'Due in 3 days: February Monthly Report and 1 more'],
  ]);
  const student = await portal.logInAs(team.student.userId);
  for (const deadline of [february, 'march-monthly-report']) {
    await handIn(student, team.student.email, deadline);
  }
  await emailsOf(portal);
  goTo(portal, '2027-02-28T10:00:00.000Z');
  expect(await sendReminders(portal)).toBe(0);
});

test('sendReminders emails a list of groups with missing files to the supervisor and the office once after the due date', async ({
  portal,
}) => {
  const team = await createTestGroup(portal, { size: 1 });
  goTo(portal, '2027-03-01T10:00:00.000Z');
  await sendReminders(portal);
  const rows = await emailsOf(portal);
  const office = portal.content.department.office.email;
  expect(rows.map(({ recipient }) => recipient).toSorted()).toEqual(
    [office, team.supervisor.email].toSorted(),
  );
  expect(rows[0]?.text_body).toContain(team.group.fypGroupName);
  portal.wait(day);
  await sendReminders(portal);
  expect(await emailsOf(portal)).toEqual([]);
});

test('sendReminders sends nothing before 8 a.m. or for a closed cohort', async ({ portal }) => {
  await createTestGroup(portal, { size: 1 });
  goTo(portal, '2027-02-22T02:59:00.000Z');
  expect(await sendReminders(portal)).toBe(0);
  portal.wait(60_000);
  await closeCurrentCohort(portal);
  expect(await sendReminders(portal)).toBe(0);
});

test('sendReminders sends no email to a group that submits its file after missing files were looked up, but before the emails are queued', async ({
  portal,
}) => {
  const [quick, slow] = [await createTestGroup(portal), await createTestGroup(portal)];
  goTo(portal, '2027-02-22T10:00:00.000Z');
  const { email, userId } = quick.student;
  const student = await portal.logInAs(userId);
  const looks: string[] = [];
  const db = withBefore(portal, async () => {
    looks.push(email);
    await handIn(student, email, february);
    await emailsOf(portal);
  });
  expect(await sendReminders({ ...portal, db })).toBe(1);
  expect(looks).toEqual([email]);
  const reminded = (await emailsOf(portal)).map(({ recipient }) => recipient);
  expect(reminded).toContain(slow.student.email);
  expect(reminded).not.toContain(email);
});
