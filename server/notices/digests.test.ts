import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { saveNoticeSetting } from '#contract/messages/notices.ts';
import { createTestGroup, type TestUser } from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';
import { setGroupDeadline } from '#server/test/records/notices.ts';
import { sendDigests } from './send-digests.ts';

const hour = 3_600_000;
const day = 24 * hour;

/** Advances the clock to the given time. The clock starts at 15:00 in the department's time zone. */
const goTo = (portal: Portal, at: string) => portal.wait(Date.parse(at) - portal.clock().getTime());

const choose = ({ caller }: TestUser, delivery: 'email' | 'digest' | 'page' | 'off') =>
  caller.call(saveNoticeSetting, { params: { kind: 'extensions' }, body: { delivery } });

/** Creates a group whose first member receives digests. `emails` returns and deletes the emails to this member. */
async function aReader(portal: Portal) {
  const team = await createTestGroup(portal);
  await choose(team.student, 'digest');
  let date = 1;
  const move = async () => {
    date += 1;
    const due = `2027-04-${String(date).padStart(2, '0')}T10:00:00.000Z`;
    const admin = await portal.logInAs(portal.adminId);
    await setGroupDeadline({ admin }, team, due);
  };
  const emails = async () => {
    const rows = await portal.db
      .selectFrom('emails')
      .select(['recipient', 'subject', 'text_body', 'html_body'])
      .where('recipient', '=', team.student.email)
      .execute();
    await portal.db.deleteFrom('emails').execute();
    return rows;
  };
  return { ...team, move, emails };
}

test('a digest is sent once a day at 08:00 and contains all notices since the previous digest', async ({
  portal,
}) => {
  const { move, emails, student } = await aReader(portal);
  await move();
  await move();
  expect(await sendDigests(portal)).toBe(0);
  goTo(portal, '2027-01-16T02:59:00.000Z');
  expect(await sendDigests(portal)).toBe(0);
  portal.wait(60_000);
  expect(await sendDigests(portal)).toBe(1);
  const [digest, another] = await emails();
  expect(another).toBeUndefined();
  expect(digest?.subject).toBe('2 new notifications');
  expect(digest?.text_body).toContain(`Dear ${student.name}`);
  expect(digest?.text_body.match(/March Monthly Report has a new date/g)).toHaveLength(2);
  expect(digest?.html_body).toContain('/notices');

  await move();
  portal.wait(hour);
  expect(await sendDigests(portal)).toBe(0);
  portal.wait(day);
  expect(await sendDigests(portal)).toBe(1);
  expect((await emails()).map(({ subject }) => subject)).toEqual(['1 new notification']);
  portal.wait(day);
  expect(await sendDigests(portal)).toBe(0);
});

test('a digest is sent exactly once by concurrent processes, even if a process dies while holding the lease', async ({
  portal,
}) => {
  const { move, emails } = await aReader(portal);
  await move();
  goTo(portal, '2027-01-16T03:30:00.000Z');
  const other = { ...portal, config: { ...portal.config, processId: randomUUID() } };
  const sent = await Promise.all([sendDigests(portal), sendDigests(other)]);
  expect(sent.toSorted()).toEqual([0, 1]);
  expect(await emails()).toHaveLength(1);

  await move();
  portal.wait(day);
  const until = new Date(portal.clock().getTime() + 60_000).toISOString();
  await portal.db
    .updateTable('jobs')
    .set({ leased_by: randomUUID(), leased_until: until, ended_at: null })
    .where('name', '=', 'digests')
    .execute();
  expect(await sendDigests(portal)).toBe(0);
  portal.wait(61_000);
  expect(await sendDigests(portal)).toBe(1);
  expect(await emails()).toHaveLength(1);
});

test('a digest that could not be queued is sent by the next run of the job', async ({ portal }) => {
  const { move, emails } = await aReader(portal);
  await move();
  goTo(portal, '2027-01-16T03:30:00.000Z');
  const { department } = portal.content;
  const broken = {
    ...portal,
    content: {
      ...portal.content,
      get department(): typeof department {
        throw new Error('no department');
      },
    },
  };
  await expect(sendDigests(broken)).rejects.toThrow('no department');
  expect(await emails()).toEqual([]);
  portal.wait(hour);
  expect(await sendDigests(portal)).toBe(1);
  expect(await emails()).toHaveLength(1);
});

test('a digest omits notices of a kind whose emails the recipient has switched off since the notices were added', async ({
  portal,
}) => {
  const { move, emails, student } = await aReader(portal);
  await move();
  await choose(student, 'page');
  goTo(portal, '2027-01-16T03:30:00.000Z');
  expect(await sendDigests(portal)).toBe(0);
  expect(await emails()).toEqual([]);
});

test('a digest still contains notices of other kinds after the recipient has switched off emails of one kind', async ({
  portal,
}) => {
  const { move, emails, student } = await aReader(portal);
  await move();
  const input = { params: { kind: 'documents' as const }, body: { delivery: 'page' as const } };
  await student.caller.call(saveNoticeSetting, input);
  goTo(portal, '2027-01-16T03:30:00.000Z');
  expect(await sendDigests(portal)).toBe(1);
  expect(await emails()).toHaveLength(1);
});

test('a digest is delayed while the recipient is blocked or has an unconfirmed address', async ({
  portal,
}) => {
  const { move, emails, student } = await aReader(portal);
  await move();
  goTo(portal, '2027-01-16T03:30:00.000Z');
  const at = portal.clock().toISOString();
  const set = (values: { blocked_at?: string | null; email_confirmed_at?: string | null }) =>
    portal.db.updateTable('users').set(values).where('id', '=', student.userId).execute();
  await set({ blocked_at: at });
  expect(await sendDigests(portal)).toBe(0);
  await set({ blocked_at: null, email_confirmed_at: null });
  portal.wait(hour);
  expect(await sendDigests(portal)).toBe(0);
  await set({ email_confirmed_at: at });
  portal.wait(hour);
  expect(await sendDigests(portal)).toBe(1);
  expect(await emails()).toHaveLength(1);
});
