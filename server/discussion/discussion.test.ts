import { describe, expect } from 'vitest';
import { findDesk } from '#contract/desk.ts';
import {
  addMessage,
  countUnreadMessages,
  editMessage,
  readMessages,
  removeMessage,
} from '#contract/messages/discussion.ts';
import { listNotices } from '#contract/messages/notices.ts';
import { listAddedEntries } from '#server/test/audit/trail.ts';
import { createTestGroup, createTestUser, getItemAt } from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';
import {
  buildMessage,
  readOnlyMessage,
  readThread,
  writeMessage,
} from '#server/test/records/discussion.ts';
import { expectRefusal } from '#server/test/refusal.ts';
import type { ApiCaller } from '#tools/test/caller.ts';

const minute = 60_000;

const textsOf = async (caller: ApiCaller, groupId: string, thread?: 'staff') =>
  (await readThread(caller, groupId, thread)).messages.map(({ text }) => JSON.stringify(text));

const countUnread = async (caller: ApiCaller, groupId: string) => {
  const { threads } = await caller.call(countUnreadMessages, { params: { groupId } });
  return Object.fromEntries(threads.map(({ thread, unread }) => [thread, unread]));
};

const listNoticeTexts = async (caller: ApiCaller) =>
  (await caller.call(listNotices, { query: { kind: 'discussion' } })).notices.map(
    ({ text, readAt }) => (readAt === null ? text : `${text} (read)`),
  );

const edit = (caller: ApiCaller, messageId: string, text: string) =>
  caller.request(editMessage, { params: { messageId }, body: { text } });
const remove = (caller: ApiCaller, messageId: string) =>
  caller.request(removeMessage, { params: { messageId } });

describe('the discussion of a group', () => {
  test('shows its messages to members, staff and admins, and those of the staff to staff and admins only', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal);
    const neighbour = await createTestGroup(portal);
    const { groupId, student, mate, supervisor, examiner } = team;
    await writeMessage(student.caller, groupId, { text: 'When is the *viva*?' });
    await writeMessage(supervisor.caller, groupId, { text: 'In May.' });
    await writeMessage(supervisor.caller, groupId, { text: 'A weak thesis.', thread: 'staff' });
    await writeMessage(neighbour.student.caller, neighbour.groupId, { text: 'Of a neighbour' });
    for (const caller of [mate.caller, supervisor.caller, examiner.caller, portal.admin]) {
      const { messages } = await readThread(caller, groupId);
      expect(messages.map(({ author, sequence }) => [author, sequence])).toEqual([
        [student.name, 1],
        [supervisor.name, 2],
      ]);
      const emphasised = { text: 'viva', isEmphasised: true };
      expect(getItemAt(messages, 0).text).toEqual([
        { kind: 'paragraph', inlines: [{ text: 'When is the ' }, emphasised, { text: '?' }] },
      ]);
    }
    for (const caller of [supervisor.caller, examiner.caller, portal.admin]) {
      expect(await textsOf(caller, groupId, 'staff')).toEqual([
        expect.stringContaining('A weak thesis.'),
      ]);
    }
  });

  test('lists the people who see each thread, without blocked accounts', async ({ portal }) => {
    const { groupId, students, supervisor, examiner } = await createTestGroup(portal);
    await createTestGroup(portal);
    const blocked = await createTestUser(portal, 'admin');
    const blocked_at = portal.clock().toISOString();
    await portal.db
      .updateTable('users')
      .set({ blocked_at })
      .where('id', '=', blocked.userId)
      .execute();
    const listRoles = async (thread?: 'staff') =>
      (await readThread(supervisor.caller, groupId, thread)).people
        .map(({ name, role }) => `${role} ${name}`)
        .toSorted();
    const staff = [
      'coordinator The Admin',
      `examiner ${examiner.name}`,
      `supervisor ${supervisor.name}`,
    ];
    const members = students.map(({ name }) => `member ${name}`);
    expect(await listRoles()).toEqual([...staff, ...members].toSorted());
    expect(await listRoles('staff')).toEqual(staff.toSorted());
  });

  test('adds a repeated message once', async ({ portal }) => {
    const { groupId, student } = await createTestGroup(portal);
    const input = { params: { groupId, thread: 'group' as const }, body: buildMessage() };
    const replies = await Promise.all([
      student.caller.call(addMessage, input),
      student.caller.call(addMessage, input),
    ]);
    expect(replies).toEqual([{ sequence: 1 }, { sequence: 1 }]);
    expect(await textsOf(student.caller, groupId)).toHaveLength(1);
  });

  test('numbers messages of several people at the same moment without gaps', async ({ portal }) => {
    const { groupId, student, mate, supervisor } = await createTestGroup(portal);
    const callers = [student.caller, mate.caller, supervisor.caller, portal.admin];
    await Promise.all(callers.map((caller) => writeMessage(caller, groupId)));
    const { messages } = await readThread(student.caller, groupId);
    expect(messages.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4]);
  });

  test('keeps the name of an author whose account no longer exists', async ({ portal }) => {
    const { groupId, student } = await createTestGroup(portal);
    const admin = await createTestUser(portal, 'admin');
    await writeMessage(admin.caller, groupId);
    await portal.db.deleteFrom('sessions').where('user_id', '=', admin.userId).execute();
    await portal.db.deleteFrom('users').where('id', '=', admin.userId).execute();
    const message = await readOnlyMessage(student.caller, groupId);
    expect([message.author, message.isOwn]).toEqual([admin.name, false]);
  });

  test('shows references with their current titles, and mentions with current names', async ({
    portal,
  }) => {
    const { groupId, student, supervisor } = await createTestGroup(portal);
    const text = `Thank you, @{${supervisor.userId}}.`;
    await writeMessage(student.caller, groupId, {
      text,
      about: { kind: 'milestone', id: 'month1' },
    });
    await portal.db
      .updateTable('users')
      .set({ name: 'Dr. Renamed *Star*' })
      .where('id', '=', supervisor.userId)
      .execute();
    const message = await readOnlyMessage(student.caller, groupId);
    expect(JSON.stringify(message.text)).toContain('Thank you, @Dr. Renamed *Star*.');
    expect(message.about).toMatchObject({ kind: 'milestone', id: 'month1', label: 'Month 1' });
    expect(message.source).toBe(text);
  });
});

describe('an author', () => {
  test('edits a message for 15 minutes, and the audit trail names it without its text', async ({
    portal,
  }) => {
    const { groupId, group, student, mate } = await createTestGroup(portal);
    const messageId = await writeMessage(student.caller, groupId, { text: 'Unmistakable' });
    portal.wait(15 * minute);
    const entries = await listAddedEntries(portal, () => edit(student.caller, messageId, 'Clear'));
    expect(entries).toEqual([
      `message-edited: ${group.fypGroupName}: message of ${student.name} from 15 January 2027, 15:00 (group and supervisor)`,
    ]);
    // Saving the stored text again is a no-op.
    expect(await listAddedEntries(portal, () => edit(student.caller, messageId, 'Clear'))).toEqual(
      [],
    );
    const message = await readOnlyMessage(mate.caller, groupId);
    expect(JSON.stringify(message.text)).toContain('Clear');
    expect([message.source, message.editedAt]).toEqual([null, portal.clock().toISOString()]);
    const input = { params: { messageId }, body: { text: 'Mine' } };
    expect((await expectRefusal(portal, mate.caller, editMessage, input)).code).toBe('forbidden');
    portal.wait(1);
    const late = await expectRefusal(portal, student.caller, editMessage, input);
    expect([late.code, late.message]).toEqual([
      'deadline-passed',
      'You can edit a message for 15 minutes only. Post a new message with the correction.',
    ]);
    expect(await readOnlyMessage(student.caller, groupId)).toMatchObject({ source: null });
  });

  test('removes a message, whose place names who removed it', async ({ portal }) => {
    const { groupId, group, student, mate } = await createTestGroup(portal);
    const messageId = await writeMessage(student.caller, groupId, { text: 'Unmistakable' });
    expect((await remove(mate.caller, messageId)).status).toBe(403);
    const entries = await listAddedEntries(portal, () => remove(student.caller, messageId));
    expect(entries).toEqual([
      `message-removed: ${group.fypGroupName}: message of ${student.name} from 15 January 2027, 15:00 (group and supervisor)`,
    ]);
    expect(await readOnlyMessage(mate.caller, groupId)).toMatchObject({
      text: [],
      removed: { by: student.name, at: portal.clock().toISOString() },
      mayRemove: false,
    });
    const refusal = await expectRefusal(portal, student.caller, editMessage, {
      params: { messageId },
      body: { text: 'Again' },
    });
    expect([refusal.code, refusal.message]).toEqual([
      'stale-version',
      `This message was removed by ${student.name}. Your text was not saved.`,
    ]);
    const { discussion_messages: rows } = await portal.snapshot();
    expect(JSON.stringify(rows)).not.toContain('Unmistakable');
  });

  test('cannot restore a message by an edit at the moment of its removal', async ({ portal }) => {
    const { groupId, student, supervisor } = await createTestGroup(portal);
    for (let round = 0; round < 5; round += 1) {
      const messageId = await writeMessage(student.caller, groupId);
      const [edited, removed] = await Promise.all([
        edit(student.caller, messageId, 'Restored'),
        remove(supervisor.caller, messageId),
      ]);
      expect([200, 409]).toContain(edited.status);
      expect(removed.status).toBe(200);
      const { messages } = await readThread(student.caller, groupId);
      expect(messages.at(-1)).toMatchObject({ text: [], removed: { by: supervisor.name } });
    }
  });
});

describe('the supervisor', () => {
  test('removes messages of members but not those of the examiner in the thread of the staff', async ({
    portal,
  }) => {
    const { groupId, mate, supervisor, examiner } = await createTestGroup(portal);
    const ofMember = await writeMessage(mate.caller, groupId);
    const ofExaminer = await writeMessage(examiner.caller, groupId, { thread: 'staff' });
    expect((await remove(supervisor.caller, ofMember)).status).toBe(200);
    expect((await remove(supervisor.caller, ofExaminer)).status).toBe(403);
    expect((await remove(portal.admin, ofExaminer)).status).toBe(200);
  });
});

describe('unread messages', () => {
  const setUp = async (portal: Portal) => {
    const team = await createTestGroup(portal);
    const neighbour = await createTestGroup(portal);
    await writeMessage(neighbour.student.caller, neighbour.groupId);
    const first = await writeMessage(team.student.caller, team.groupId);
    const second = await writeMessage(team.mate.caller, team.groupId);
    return { ...team, first, second };
  };

  test('are those of other people after the last one that was read, without removed ones', async ({
    portal,
  }) => {
    const { groupId, student, supervisor, first, second } = await setUp(portal);
    await writeMessage(portal.admin, groupId, { thread: 'staff' });
    expect(await countUnread(supervisor.caller, groupId)).toEqual({ group: 2, staff: 1 });
    expect(await countUnread(student.caller, groupId)).toEqual({ group: 1 });
    const read = (messageId: string) =>
      supervisor.caller.call(readMessages, { params: { messageId } });
    expect(await read(first)).toEqual({ unread: 1 });
    expect(await read(second)).toEqual({ unread: 0 });
    // An older page of the same person reports later.
    expect(await read(first)).toEqual({ unread: 0 });
    expect((await readThread(supervisor.caller, groupId)).lastRead).toBe(2);
    expect(await countUnread(supervisor.caller, groupId)).toEqual({ group: 0, staff: 1 });
    const removed = await writeMessage(student.caller, groupId);
    await remove(student.caller, removed);
    expect(await countUnread(supervisor.caller, groupId)).toEqual({ group: 0, staff: 1 });
  });

  test('are on the desks of members, supervisors and, for the staff, examiners', async ({
    portal,
  }) => {
    const { groupId, group, student, mate, supervisor, examiner } = await setUp(portal);
    await writeMessage(portal.admin, groupId, { thread: 'staff' });
    const name = group.fypGroupName;
    const listItems = async (caller: ApiCaller) =>
      (await caller.call(findDesk)).items.flatMap(({ id, text, to }) =>
        id.startsWith('messages-') ? [`${text} ${to}`] : [],
      );
    const ofGroup = (count: string) =>
      `${count} in ${name}’s discussion. /groups/${name}?tab=discussion`;
    const ofStaff = `1 new message in ${name}, staff only. /groups/${name}?tab=discussion&thread=staff`;
    expect(await listItems(student.caller)).toEqual([ofGroup('1 new message')]);
    expect(await listItems(mate.caller)).toEqual([ofGroup('1 new message')]);
    expect(await listItems(supervisor.caller)).toEqual([ofGroup('2 new messages'), ofStaff]);
    expect(await listItems(examiner.caller)).toEqual([ofStaff]);
  });

  test('cause one notice until they are emailed, which reading the thread marks as read', async ({
    portal,
  }) => {
    const { groupId, group, student, mate, supervisor, examiner, second } = await setUp(portal);
    const text = `${student.name} wrote in the discussion of ${group.fypGroupName}.`;
    expect(await listNoticeTexts(supervisor.caller)).toEqual([text]);
    expect(await listNoticeTexts(mate.caller)).toEqual([text]);
    expect(await listNoticeTexts(examiner.caller)).toEqual([]);
    const mention = { text: `@{${supervisor.userId}} @{${examiner.userId}}` };
    await writeMessage(mate.caller, groupId, mention);
    const mentioned = `${mate.name} mentioned you in the discussion of ${group.fypGroupName}.`;
    expect(await listNoticeTexts(supervisor.caller)).toEqual(
      expect.arrayContaining([mentioned, text]),
    );
    expect(await listNoticeTexts(examiner.caller)).toEqual([mentioned]);
    await supervisor.caller.call(readMessages, { params: { messageId: second } });
    expect(await listNoticeTexts(supervisor.caller)).toEqual(
      expect.arrayContaining([`${mentioned} (read)`, `${text} (read)`]),
    );
    expect(await listNoticeTexts(examiner.caller)).toEqual([mentioned]);
  });
});
