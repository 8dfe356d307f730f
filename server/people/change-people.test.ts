import { describe, expect } from 'vitest';
import { getGroup, listGroups } from '#contract/groups.ts';
import { listChanges } from '#contract/history.ts';
import { mailGroup } from '#contract/marks.ts';
import { previewPeopleChange } from '#contract/people.ts';
import { expectDeclaredActions, listAddedEntries } from '#server/test/audit/trail.ts';
import {
  createTestGroup,
  createTestUser,
  getItemAt,
  type TestGroup,
  type TestUser,
} from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';
import { emailTestGroupMarks, markTestGroup } from '#server/test/records/marking.ts';
import { listEmailSubjects, listNoticeTexts } from '#server/test/records/notices.ts';
import {
  buildPeopleChange,
  changeTestPeople,
  letLastMemberLeave,
  undoNewestChange,
} from '#server/test/records/people.ts';
import { buildMember } from '#tools/test/people.ts';

const readGroup = async (portal: Portal, { group }: TestGroup) =>
  (await portal.admin.call(getGroup, { params: { name: group.fypGroupName } })).group;
const listNames = (group: { fypGroupMembers: readonly { name: string }[] }) =>
  group.fypGroupMembers.map(({ name }) => name);

async function clearMessages({ db }: Portal) {
  await db.deleteFrom('notices').execute();
  await db.deleteFrom('emails').execute();
}

/** Opens two groups, and a neighbour that no change may affect. */
async function openGroups(portal: Portal, size: 1 | 2 | 3 = 2) {
  const team = await createTestGroup(portal, { size });
  const target = await createTestGroup(portal, { size: 1 });
  const neighbour = await createTestGroup(portal);
  await clearMessages(portal);
  return { team, target, neighbour, before: await readGroup(portal, neighbour) };
}

async function expectNotified(portal: Portal, people: readonly TestUser[], text: string) {
  for (const person of people) {
    expect(await listNoticeTexts(person), person.name).toEqual([expect.stringContaining(text)]);
    expect(await listEmailSubjects(portal, person.email), person.name).toHaveLength(1);
  }
}

async function expectUntouched(
  portal: Portal,
  { neighbour, before }: Awaited<ReturnType<typeof openGroups>>,
) {
  expect(await readGroup(portal, neighbour)).toEqual(before);
  for (const person of [...neighbour.students, neighbour.supervisor, neighbour.examiner]) {
    expect(await listNoticeTexts(person)).toEqual([]);
    expect(await listEmailSubjects(portal, person.email)).toEqual([]);
  }
}

describe('a preview of a change of people', () => {
  test('describes marks, files, rights, reminders and emails, and stores and sends nothing', async ({
    portal,
  }) => {
    const { team } = await openGroups(portal);
    await markTestGroup(team, 5, 6);
    const memberId = getItemAt(team.ids, 1);
    const before = await portal.snapshot();
    const input = buildPeopleChange(team, { kind: 'leave', memberId });
    const preview = await portal.admin.call(previewPeopleChange, input);
    expect(await portal.snapshot()).toEqual(before);
    const { name } = team.mate;
    expect(preview.summary).toBe(`${name} left BSCS-2027-001 on 14 January 2027.`);
    expect(preview.consequences.map(({ about }) => about)).toEqual([
      'marks',
      'files',
      'rights',
      'reminders',
    ]);
    expect(getItemAt(preview.consequences, 0).text).toBe(
      `${name} is marked for Month 1. They keep these marks and can read them with the feedback, but averages no longer include them.`,
    );
    const people = [...team.students, team.supervisor, team.examiner];
    expect(preview.recipients).toEqual(people.map(({ email }) => email).toSorted());
    expect(preview.versions).toEqual({ [team.groupId]: (await team.read()).version });
  });
});

describe('a member who leaves', () => {
  test('is a former member, while the neighbour’s group does not change', async ({ portal }) => {
    const groups = await openGroups(portal);
    const { team } = groups;
    await markTestGroup(team, 5, 6);
    await clearMessages(portal);
    const memberId = await letLastMemberLeave(portal, team);
    const group = await team.read();
    expect(listNames(group)).toEqual([team.student.name]);
    expect(group.formerMembers).toEqual([
      {
        _id: memberId,
        name: team.mate.name,
        roll: expect.any(String),
        leftOn: '2027-01-14',
        reason: 'Left the university.',
        movedTo: null,
        member: expect.objectContaining({
          month1: { marks: 6, feedback: 'Feedback 6.', revision: 1 },
        }),
      },
    ]);
    const people = [...team.students, team.supervisor, team.examiner];
    await expectNotified(
      portal,
      people,
      `${team.mate.name} left BSCS-2027-001 on 14 January 2027.`,
    );
    await expectUntouched(portal, groups);
  });

  test('appears to the remaining members without the reason', async ({ portal }) => {
    const { team } = await openGroups(portal);
    const memberId = await letLastMemberLeave(portal, team);
    const params = { name: team.group.fypGroupName };
    const { group } = await team.student.caller.call(getGroup, { params });
    expect(group.formerMembers).toEqual([
      { _id: memberId, name: team.mate.name, roll: expect.any(String), leftOn: '2027-01-14' },
    ]);
  });

  test('is recorded in the audit trail and in the history of the group', async ({ portal }) => {
    const { team } = await openGroups(portal);
    const added = await listAddedEntries(portal, () => letLastMemberLeave(portal, team));
    const summary = `${team.mate.name} left BSCS-2027-001 on 14 January 2027.`;
    expect(added).toEqual([
      `people-changed: BSCS-2027-001: ${summary} Reason: Left the university.`,
    ]);
    expectDeclaredActions('changePeople', added);
    const undone = await listAddedEntries(portal, () => undoNewestChange(portal));
    expect(undone).toEqual([`people-change-undone: BSCS-2027-001: ${summary}`]);
    expectDeclaredActions('undoPeopleChange', undone);
    const { changes } = await portal.admin.call(listChanges, { params: { groupId: team.groupId } });
    expect(changes.slice(0, 2).map(({ part, field, from, to }) => [part, field, from, to])).toEqual(
      [
        ['people', 'undone', null, summary],
        ['people', 'leave', 'Left the university.', summary],
      ],
    );
  });
});

describe('a person who joins late', () => {
  test('becomes a member with access, and is emailed', async ({ portal }) => {
    const groups = await openGroups(portal);
    const { team } = groups;
    const newcomer = await createTestUser(portal);
    const { feeProof: _, certificate: __, ...member } = buildMember(newcomer);
    const before = await team.read();
    await changeTestPeople(portal, team, { kind: 'join', member });
    expect(listNames(await team.read())).toEqual([...listNames(before), newcomer.name]);
    const params = { name: team.group.fypGroupName };
    expect((await newcomer.caller.call(getGroup, { params })).group._id).toBe(team.groupId);
    expect(await listEmailSubjects(portal, newcomer.email)).toEqual([
      'BSCS-2027-001: you were added as a member',
    ]);
    const people = [...team.students, team.supervisor, team.examiner];
    await expectNotified(portal, people, `${newcomer.name} joined BSCS-2027-001 on`);
    await expectUntouched(portal, groups);
  });
});

describe('a member who moves', () => {
  test('leaves the marks, takes personal files along and stays listed as a former member', async ({
    portal,
  }) => {
    const groups = await openGroups(portal);
    const { team, target } = groups;
    await markTestGroup(team, 5, 6);
    await clearMessages(portal);
    const memberId = getItemAt(team.ids, 1);
    const toGroup = target.group.fypGroupName;
    await changeTestPeople(portal, team, { kind: 'move', memberId, toGroup });
    const [source, joined] = [await team.read(), await target.read()];
    expect(listNames(source)).toEqual([team.student.name]);
    const month1 = { marks: 6, feedback: 'Feedback 6.', revision: 1 };
    expect(source.formerMembers).toMatchObject([
      { _id: memberId, leftOn: '2027-01-14', movedTo: toGroup, member: { month1 } },
    ]);
    expect(listNames(joined)).toEqual([target.student.name, team.mate.name]);
    const member = getItemAt(joined.fypGroupMembers, 1);
    expect(member.month1?.marks).toBeNull();
    expect(member.feeProofPath).toEqual(expect.any(String));
    const { groups: listed } = await portal.admin.call(listGroups, {
      query: { q: team.mate.name },
    });
    expect(listed.map(({ fypGroupName }) => fypGroupName)).toEqual([
      team.group.fypGroupName,
      toGroup,
    ]);
    expect(source.documents.filter((document) => document.memberId === memberId)).toEqual([]);
    const people = [team, target].flatMap(({ students, supervisor, examiner }) => [
      ...students,
      supervisor,
      examiner,
    ]);
    await expectNotified(
      portal,
      people,
      `moved from BSCS-2027-001 to ${toGroup} on 14 January 2027.`,
    );
    await expectUntouched(portal, groups);
  });

  test('has copies of the marks that the change names, which are recorded and not emailed again', async ({
    portal,
  }) => {
    const { team, target } = await openGroups(portal);
    await markTestGroup(team, 5, 6);
    await emailTestGroupMarks(team);
    await portal.db.updateTable('emails').set({ sent_at: portal.clock().toISOString() }).execute();
    const memberId = getItemAt(team.ids, 1);
    const copyMarks = ['month1', 'month2'];
    const toGroup = target.group.fypGroupName;
    const entries = await listAddedEntries(portal, () =>
      changeTestPeople(portal, team, { kind: 'move', memberId, toGroup, copyMarks }),
    );
    // Tests of the audit trail in the same process expect that every declared action was recorded.
    expectDeclaredActions('changePeople', entries);
    const { month1, month2 } = getItemAt((await target.read()).fypGroupMembers, 1);
    expect(month1).toEqual({ marks: 6, feedback: 'Feedback 6.', revision: 1 });
    expect(month2?.marks ?? null).toBeNull();
    const params = { groupId: target.groupId };
    const { changes } = await portal.admin.call(listChanges, { params });
    expect(changes).toContainEqual(
      expect.objectContaining({ part: 'month1', field: 'reason', to: 'copied from BSCS-2027-001' }),
    );
    await clearMessages(portal);
    await portal.admin.call(mailGroup, { params });
    expect(await listEmailSubjects(portal, team.mate.email)).toEqual([]);
  });
});

describe('a replaced supervisor', () => {
  test('is told, together with the new supervisor and all members', async ({ portal }) => {
    const groups = await openGroups(portal);
    const { team } = groups;
    const next = await createTestUser(portal, 'faculty');
    await changeTestPeople(portal, team, { kind: 'supervisor', supervisor: next.name });
    expect(await team.read()).toMatchObject({ supervisor: next.name, supervisorId: next.userId });
    expect(await listNoticeTexts(next)).toEqual(['You were added as supervisor of BSCS-2027-001.']);
    expect(await listNoticeTexts(team.supervisor)).toEqual([
      'You are no longer supervisor of BSCS-2027-001.',
    ]);
    await expectNotified(
      portal,
      team.students,
      `${next.name} is now the supervisor of BSCS-2027-001, instead of ${team.supervisor.name}.`,
    );
    await expectUntouched(portal, groups);
    const { changes } = await portal.admin.call(listChanges, { params: { groupId: team.groupId } });
    expect(getItemAt(changes, 0)).toMatchObject({ part: 'people', from: 'Left the university.' });
  });
});

describe('a group that ends', () => {
  test('is in the bin after it was dissolved, with all members as former members', async ({
    portal,
  }) => {
    const groups = await openGroups(portal);
    const { team } = groups;
    await changeTestPeople(portal, team, { kind: 'dissolve' });
    const { groups: bin } = await portal.admin.call(listGroups, { query: { bin: 'true' } });
    expect(bin).toMatchObject([{ _id: team.groupId, fypGroupMembers: [] }]);
    expect(getItemAt(bin, 0).formerMembers?.map(({ name }) => name)).toEqual(
      expect.arrayContaining(team.students.map(({ name }) => name)),
    );
    const people = [...team.students, team.supervisor, team.examiner];
    await expectNotified(portal, people, 'BSCS-2027-001 was dissolved on 14 January 2027.');
    await expectUntouched(portal, groups);
  });

  test('hands its members over when it is merged into another group', async ({ portal }) => {
    const groups = await openGroups(portal);
    const { team, target } = groups;
    await markTestGroup(team, 5, 6);
    await clearMessages(portal);
    const toGroup = target.group.fypGroupName;
    await changeTestPeople(portal, team, { kind: 'merge', toGroup, copyMarks: ['month1'] });
    const merged = await target.read();
    expect(listNames(merged)).toEqual(
      [...target.students, ...team.students].map(({ name }) => name),
    );
    expect(merged.fypGroupMembers.map(({ month1 }) => month1?.marks)).toEqual([null, 5, 6]);
    const { groups: bin } = await portal.admin.call(listGroups, { query: { bin: 'true' } });
    expect(bin).toMatchObject([{ _id: team.groupId, fypGroupMembers: [] }]);
    const people = [...team.students, target.supervisor, target.student, team.supervisor];
    await expectNotified(portal, people, `BSCS-2027-001 was merged into ${toGroup}`);
    await expectUntouched(portal, groups);
  });
});
