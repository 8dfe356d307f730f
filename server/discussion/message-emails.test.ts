import { describe, expect } from 'vitest';
import { updateGroup } from '#contract/admin/group-edits.ts';
import { deleteGroup, readGroup } from '#contract/groups.ts';
import { readMessages, removeMessage } from '#contract/messages/discussion.ts';
import { saveNoticeSetting } from '#contract/messages/notices.ts';
import { createTestGroup, createTestUser } from '#server/test/people.ts';
import { test } from '#server/test/portal.ts';
import {
  listMessageEmails,
  sendDueMessageEmails,
  writeMessage,
} from '#server/test/records/discussion.ts';
import { sendMessageEmails } from './send-message-emails.ts';

const withoutInvisible = (text: string) => text.replaceAll('\u200b', '');

describe('emails about messages', () => {
  test('combine the messages of ten minutes for each recipient, and open the thread at the first', async ({
    portal,
  }) => {
    const { groupId, group, student, mate, supervisor } = await createTestGroup(portal);
    const first = await writeMessage(student.caller, groupId, { text: 'A *first* question' });
    portal.wait(9 * 60_000);
    await writeMessage(mate.caller, groupId, { text: 'A second question' });
    await sendMessageEmails(portal);
    expect(await listMessageEmails(portal)).toEqual([]);
    await sendDueMessageEmails(portal);
    const emails = await listMessageEmails(portal);
    const name = group.fypGroupName;
    expect(emails.map(({ recipient, subject }) => [recipient, subject])).toEqual(
      [
        [student.email, `${name}: 1 new message`],
        [mate.email, `${name}: 1 new message`],
        [supervisor.email, `${name}: 2 new messages`],
      ].toSorted(([a = ''], [b = '']) => (a < b ? -1 : 1)),
    );
    const ofSupervisor = emails.find(({ recipient }) => recipient === supervisor.email);
    expect(ofSupervisor?.text_body).toContain('A first question');
    expect(ofSupervisor?.text_body).toContain('A second question');
    expect(ofSupervisor?.text_body).toContain(
      `/groups/${name}?tab=discussion&message=${first}#message-${first}`,
    );
    await sendDueMessageEmails(portal);
    expect(await listMessageEmails(portal)).toHaveLength(3);
  });

  test('contain no link that a person has typed', async ({ portal }) => {
    const { groupId, student, supervisor } = await createTestGroup(portal);
    const text = 'Pay at [the bank](https://evil.test/fees) or www.evil.test';
    await writeMessage(student.caller, groupId, { text });
    await sendDueMessageEmails(portal);
    const email = (await listMessageEmails(portal)).find(
      ({ recipient }) => recipient === supervisor.email,
    );
    const bodies = `${email?.text_body} ${email?.html_body}`;
    expect(bodies).not.toMatch(/evil\.test/);
    expect(withoutInvisible(bodies)).toContain('the bank (https://evil.test/fees)');
  });

  test('go to nobody who has read or lost the thread, switched emails off, or whose messages were removed', async ({
    portal,
  }) => {
    const { groupId, student, mate, supervisor } = await createTestGroup(portal);
    const next = await createTestUser(portal, 'faculty');
    const messageId = await writeMessage(student.caller, groupId);
    await mate.caller.call(readMessages, { params: { messageId } });
    const { group } = await portal.admin.call(readGroup, { params: { groupId } });
    await portal.admin.call(updateGroup, {
      params: { groupId },
      body: { version: group.version, supervisor: next.name },
    });
    await sendDueMessageEmails(portal);
    expect(await listMessageEmails(portal)).toEqual([]);
    // The new supervisor is notified of later messages only.
    const removedId = await writeMessage(student.caller, groupId);
    await student.caller.call(removeMessage, { params: { messageId: removedId } });
    await sendDueMessageEmails(portal);
    expect(await listMessageEmails(portal)).toEqual([]);
    await next.caller.call(saveNoticeSetting, {
      params: { kind: 'discussion' },
      body: { delivery: 'page' },
    });
    await writeMessage(student.caller, groupId);
    await sendDueMessageEmails(portal);
    const recipients = (await listMessageEmails(portal)).map(({ recipient }) => recipient);
    expect(recipients).toEqual([mate.email]);
    expect(recipients).not.toContain(supervisor.email);
  });

  test('about the thread of the staff go to staff only, and to no admin who has not taken part', async ({
    portal,
  }) => {
    const { groupId, group, supervisor, examiner } = await createTestGroup(portal);
    const admin = await createTestUser(portal, 'admin');
    await writeMessage(admin.caller, groupId, { thread: 'staff', text: 'A weak thesis' });
    await sendDueMessageEmails(portal);
    const subjects = (await listMessageEmails(portal)).map(({ recipient, subject }) => [
      recipient,
      subject,
    ]);
    const subject = `${group.fypGroupName} (staff only): 1 new message`;
    expect(subjects).toEqual(
      [examiner.email, supervisor.email].toSorted().map((recipient) => [recipient, subject]),
    );
    await writeMessage(examiner.caller, groupId, { thread: 'staff', text: 'I agree' });
    await sendDueMessageEmails(portal);
    const recipients = (await listMessageEmails(portal)).map(({ recipient }) => recipient);
    expect(recipients.filter((recipient) => recipient === admin.email)).toHaveLength(1);
    expect(recipients).not.toContain('admin@university.test');
  });

  test('are not sent for a group in the bin', async ({ portal }) => {
    const { groupId, student } = await createTestGroup(portal);
    await writeMessage(student.caller, groupId);
    await portal.admin.call(deleteGroup, { params: { groupId } });
    await sendDueMessageEmails(portal);
    expect(await listMessageEmails(portal)).toEqual([]);
  });
});
