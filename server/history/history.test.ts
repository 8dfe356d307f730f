import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import { type HistoryKind, historyKinds, listChanges } from '#contract/history.ts';
import { saveMarks } from '#contract/marks.ts';
import { addMessage } from '#contract/messages/discussion.ts';
import { askExtension, decideExtension } from '#contract/submissions.ts';
import { createTestGroup, type TestGroup } from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';
import {
  addTestCertificate,
  decideTestCertificates,
  uploadCertificates,
} from '#server/test/records/certificates.ts';
import { insertMeeting } from '#server/test/records/meetings.ts';
import type { ApiCaller } from '#tools/test/caller.ts';

const deadlineId = 'thesis-and-sim-report-soft-copies';

async function readHistory(caller: ApiCaller, { groupId }: TestGroup, kind?: HistoryKind) {
  const { changes } = await caller.call(listChanges, { params: { groupId }, query: { kind } });
  return changes.map(({ part, field, memberName }) =>
    [part, field, memberName].filter(Boolean).join(' '),
  );
}

/** Refuses an extension, reminds the group, marks both members, and decides about the first one's certificate. */
async function createEventfulGroup(portal: Portal): Promise<TestGroup> {
  const team = await createTestGroup(portal);
  const { groupId, student, supervisor, ids } = team;
  const { request } = await student.caller.call(askExtension, {
    params: { groupId },
    body: { deadlineId, askedDue: '2027-06-01T09:00:00.000Z', reason: 'Ill.' },
  });
  portal.wait(1000);
  await portal.admin.call(decideExtension, {
    params: { requestId: request._id },
    body: { decision: 'refused', reason: 'Too late.' },
  });
  const due = '2027-05-07T18:59:00.000Z';
  const queued_at = portal.clock().toISOString();
  await portal.db
    .insertInto('reminders')
    .values({ group_id: groupId, deadline_id: deadlineId, due, days: 7, queued_at })
    .execute();
  portal.wait(1000);
  const marks = Object.fromEntries(ids.map((id) => [id, { month1: { marks: 9 } }]));
  await supervisor.caller.call(saveMarks, { body: { semester: 'Semester 7', groupId, marks } });
  portal.wait(1000);
  await addTestCertificate(team, 'java', 'Java');
  await uploadCertificates(team);
  await decideTestCertificates(portal, team, [0], { decision: 'accepted' });
  return team;
}

describe('the history of a group', () => {
  test('contains events of all kinds, the newest first', async ({ portal }) => {
    const team = await createEventfulGroup(portal);
    const names = team.group.fypGroupMembers.map(({ name }) => name);
    const events = await readHistory(portal.admin, team);
    expect(events.slice(0, 6)).toEqual([
      `certificate Java ${names[0]}`,
      `document certificate ${names[0]}`,
      `month1 marks ${names[1]}`,
      `month1 marks ${names[0]}`,
      `reminder ${deadlineId}`,
      `extension ${deadlineId}`,
    ]);
    expect(events[6]).toMatch(/^group extension of /);
    expect(events.at(-1)).toBe('group proposal');
    expect(await readHistory(team.supervisor.caller, team)).toEqual(events);
    expect(await readHistory(team.examiner.caller, team)).toEqual(events);
  });

  test('contains each event in exactly one kind', async ({ portal }) => {
    const team = await createEventfulGroup(portal);
    const byKind = await Promise.all(
      (Object.keys(historyKinds) as HistoryKind[]).map((kind) =>
        readHistory(portal.admin, team, kind),
      ),
    );
    expect(byKind.flat().toSorted()).toEqual((await readHistory(portal.admin, team)).toSorted());
    expect(await readHistory(portal.admin, team, 'marks')).toHaveLength(2);
    expect(await readHistory(portal.admin, team, 'dates')).toHaveLength(3);
  });

  test('shows a student the events of the whole group and their own, but no other member’s', async ({
    portal,
  }) => {
    const team = await createEventfulGroup(portal);
    const [ownName, mateName] = team.group.fypGroupMembers.map(({ name }) => name);
    const events = await readHistory(team.student.caller, team);
    expect(events).toContain(`month1 marks ${ownName}`);
    expect(events).toContain(`certificate Java ${ownName}`);
    expect(events.filter((text) => text.includes(mateName ?? '?'))).toEqual([]);
    const seenByMate = await readHistory(team.mate.caller, team);
    expect(seenByMate).toContain(`month1 marks ${mateName}`);
    expect(seenByMate.filter((text) => text.includes(ownName ?? '?'))).toEqual([]);
    expect(seenByMate).toContain(`reminder ${deadlineId}`);
  });

  test('hides the addresses of staff from students', async ({ portal }) => {
    const team = await createTestGroup(portal);
    const changes = ['supervisor', 'supervisor_account'].map((field, index) => ({
      id: randomUUID(),
      group_id: team.groupId,
      part: 'group',
      field,
      value_to: field,
      changed_by: portal.adminId,
      changed_by_name: 'The Admin',
      changed_at: portal.clock().toISOString(),
      sequence: 100 + index,
    }));
    await portal.db.insertInto('changes').values(changes).execute();
    expect(await readHistory(portal.admin, team)).toContain('group supervisor_account');
    const events = await readHistory(team.student.caller, team);
    expect(events).toContain('group supervisor');
    expect(events.filter((text) => text.includes('account'))).toEqual([]);
  });

  test('contains messages and meetings, but the messages of the staff for staff only, and no meetings for examiners', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal);
    const { groupId, student, supervisor, examiner } = team;
    const write = ({ caller }: typeof student, thread: 'group' | 'staff') =>
      caller.call(addMessage, {
        params: { groupId, thread },
        body: { messageId: randomUUID(), text: 'A message' },
      });
    await write(student, 'group');
    await write(supervisor, 'staff');
    await insertMeeting(portal.db, {
      groupId,
      side: 'group',
      writtenBy: student.userId,
      heldAt: portal.clock().toISOString(),
      isConfirmed: true,
    });
    const readNew = async ({ caller }: typeof student) =>
      (await readHistory(caller, team))
        .filter((text) => /^(message|meeting) /.test(text))
        .toSorted();
    expect(await readNew(student)).toEqual(['meeting 30', 'message group']);
    expect(await readNew(supervisor)).toEqual(['meeting 30', 'message group', 'message staff']);
    expect(await readNew(examiner)).toEqual(['message group', 'message staff']);
    expect(await readHistory(student.caller, team, 'discussion')).toEqual(['message group']);
  });

  test('contains no events of another group', async ({ portal }) => {
    const team = await createTestGroup(portal);
    const before = await readHistory(portal.admin, team);
    await createEventfulGroup(portal);
    expect(await readHistory(portal.admin, team)).toEqual(before);
  });

  test('is paged without gaps and repetitions although many events have the same time', async ({
    portal,
  }) => {
    const team = await createEventfulGroup(portal);
    const params = { groupId: team.groupId };
    const { changes } = await portal.admin.call(listChanges, { params });
    const paged: typeof changes = [];
    let before: string | undefined;
    do {
      const page = await portal.admin.call(listChanges, { params, query: { before, limit: 1 } });
      paged.push(...page.changes);
      before = page.older ?? undefined;
    } while (before !== undefined);
    expect(paged).toEqual(changes);
  });

  test('refuses an unknown kind and a page that was never returned', async ({ portal }) => {
    const { groupId } = await createTestGroup(portal);
    for (const query of [
      { kind: 'secrets' },
      { before: '5' },
      { before: '2027-01-15T10:00:00.000Z x' },
    ]) {
      const input = { params: { groupId }, query: query as never };
      expect((await portal.admin.request(listChanges, input)).status).toBe(400);
    }
  });
});
