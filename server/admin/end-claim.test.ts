import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import { findAttention } from '#contract/admin/attention.ts';
import { updateGroup } from '#contract/admin/group-edits.ts';
import { uploadDocument } from '#contract/documents.ts';
import { findGroup } from '#contract/groups.ts';
import { listChanges } from '#contract/history.ts';
import { saveMarks } from '#contract/marks.ts';
import { addCertificate } from '#contract/students/certificates.ts';
import { objectToGroup } from '#contract/students/objections.ts';
import { submitProposal } from '#contract/students/proposals.ts';
import { updateUser } from '#contract/users.ts';
import {
  buildMemberEdits,
  createTestGroup,
  createTestUser,
  getItemAt,
  readMemberIds,
  removeMemberFiles,
  type TestGroup,
  type TestUser,
} from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';
import { expectRefusal } from '#server/test/refusal.ts';
import { buildPdf } from '#tools/test/files/sample-files.ts';
import { buildProposal, toFile } from '#tools/test/people.ts';

const edit = ({ groupId, ids }: TestGroup, changes: object) => ({
  params: { groupId },
  body: { fypGroupMembers: [{ _id: getItemAt(ids, 0) }, { _id: getItemAt(ids, 1), ...changes }] },
});
const statusOf = async ({ caller, email }: TestUser) =>
  (await caller.request(findGroup, { params: { email } })).status;

describe('changing the email of a member who has an account', () => {
  test('is rejected with a field error that says where to change the email', async ({ portal }) => {
    const team = await createTestGroup(portal);
    const { mate } = team;
    const message = `${mate.email} belongs to ${mate.name}’s account. To correct the email, change it under Users, and it changes here too. For another student, select “This is a different student”.`;
    const input = edit(team, { email: 'other@university.test' });
    expect(await expectRefusal(portal, portal.admin, updateGroup, input)).toMatchObject({
      status: 400,
      code: 'invalid',
      message,
      fields: { 'fypGroupMembers.1.email': message },
    });
    expect(await statusOf(mate)).toBe(200);
  });

  test.for([
    ['the same email, as an older client sends it', (email: string) => ({ email })],
    ['the same in another spelling', (email: string) => ({ email: email.toUpperCase() })],
    ['the same for another student', (email: string) => ({ email, isAnotherStudent: true })],
  ] as const)('is ignored if it is %s', async ([, changesOf], { portal }) => {
    const team = await createTestGroup(portal);
    const sent = { ...changesOf(team.mate.email), name: 'New Name' };
    await portal.admin.call(updateGroup, edit(team, sent));
    expect(await statusOf(team.mate)).toBe(200);
    const { changes: lines } = await portal.admin.call(listChanges, {
      params: { groupId: team.groupId },
    });
    expect(lines[0]).toMatchObject({ field: 'name' });
  });

  test('transfers the membership to another student if the admin confirms that the entry now refers to a different student', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal);
    await removeMemberFiles(portal, team);
    const { mate, groupId, ids } = team;
    const right = await createTestUser(portal);
    const input = edit(team, { email: right.email, isAnotherStudent: true });
    const { group } = await portal.admin.call(updateGroup, input);
    expect(group.claimedMemberIds).toEqual(ids);
    expect(await statusOf(mate)).toBe(404);
    expect(await statusOf(right)).toBe(200);
    const { changes } = await portal.admin.call(listChanges, { params: { groupId } });
    expect(changes.slice(0, 2).map(({ field, from, to }) => ({ field, from, to }))).toEqual(
      expect.arrayContaining([
        { field: 'account', from: mate.email, to: null },
        { field: 'email', from: mate.email, to: right.email },
      ]),
    );
    const entry = await portal.db
      .selectFrom('audit_entries')
      .select('detail')
      .where('action', '=', 'group-changed')
      .orderBy('sequence', 'desc')
      .executeTakeFirstOrThrow();
    expect(entry.detail).toContain('email');
    expect(entry.detail).toContain('account');
    const named = await portal.db
      .selectFrom('emails')
      .select('subject')
      .where('recipient', '=', right.email)
      .execute();
    expect(named.map(({ subject }) => subject)).toEqual([
      `${team.group.fypGroupName}: you were added as a member`,
    ]);
  });

  test('moves access to an account created later with the new email, if the admin confirms that the entry is a different student', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal);
    await removeMemberFiles(portal, team);
    const email = 'not.yet@university.test';
    await portal.admin.call(updateGroup, edit(team, { email, isAnotherStudent: true }));
    expect(await statusOf(team.mate)).toBe(404);
    const newcomer = await createTestUser(portal, 'student', 'A Newcomer', email);
    expect(await statusOf(newcomer)).toBe(200);
  });

  const records: Record<string, (portal: Portal, team: TestGroup) => Promise<unknown>> = {
    marks: (portal, { groupId, ids }) => {
      const marks = { [getItemAt(ids, 1)]: { month1: { marks: 0 } } };
      return portal.admin.call(saveMarks, { body: { semester: 'Semester 7', groupId, marks } });
    },
    feedback: (portal, { groupId, ids }) => {
      const marks = { [getItemAt(ids, 1)]: { month1: { feedback: 'Private.' } } };
      return portal.admin.call(saveMarks, { body: { semester: 'Semester 7', groupId, marks } });
    },
    'a certificate': (_portal, { mate, groupId }) =>
      mate.caller.call(addCertificate, {
        params: { groupId },
        body: { title: 'Python', provider: 'Coursera', countsFor: 'optional' },
      }),
    'a file of their own': (_portal, { mate }) =>
      mate.caller.call(uploadDocument, {
        params: { kind: 'certificate', email: mate.email },
        body: { file: toFile(buildPdf({ title: randomUUID() }), 'all.pdf') },
      }),
  };

  test.for(Object.entries(records))(
    'is rejected if the member has %s, even if the admin confirms that the entry now refers to a different student',
    async ([, add], { portal }) => {
      const team = await createTestGroup(portal);
      await removeMemberFiles(portal, team);
      await add(portal, team);
      const { email } = await createTestUser(portal);
      const input = edit(team, { email, isAnotherStudent: true });
      const message = expect.stringMatching(
        /has records here, such as marks, files or requests, which another student mustn’t see/,
      );
      expect(await expectRefusal(portal, portal.admin, updateGroup, input)).toMatchObject({
        status: 400,
        fields: { 'fypGroupMembers.1.email': message },
      });
      expect(await statusOf(team.mate)).toBe(200);
    },
  );

  test('resolves the member’s objection to the group if the admin confirms a different student, but not if only the account’s email changes', async ({
    portal,
  }) => {
    const [proposer, named] = [await createTestUser(portal), await createTestUser(portal)];
    const body = buildProposal([proposer, named]);
    const { groupId } = await proposer.caller.call(submitProposal, { body });
    const { text_body } = await portal.db
      .selectFrom('emails')
      .select('text_body')
      .where('recipient', '=', named.email)
      .executeTakeFirstOrThrow();
    const token = /\/login#object=([\w-]+)/.exec(text_body)?.[1] ?? '';
    await portal.visitor.call(objectToGroup, { body: { token } });
    const objections = async () => (await portal.admin.call(findAttention)).objections.length;
    expect(await objections()).toBe(1);
    const params = { userId: named.userId };
    await portal.admin.call(updateUser, { params, body: { email: 'moved@university.test' } });
    expect(await objections()).toBe(1);
    const { id } = await portal.db
      .selectFrom('members')
      .select('id')
      .where('user_id', '=', named.userId)
      .executeTakeFirstOrThrow();
    await removeMemberFiles(portal, { ids: [id] });
    const member = { _id: id, email: 'right@university.test', isAnotherStudent: true };
    await portal.admin.call(updateGroup, {
      params: { groupId },
      body: { fypGroupMembers: buildMemberEdits(await readMemberIds(portal, groupId), member) },
    });
    expect(await objections()).toBe(0);
  });
});
