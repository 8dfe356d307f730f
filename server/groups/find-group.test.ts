import { describe, expect } from 'vitest';
import { updateGroup } from '#contract/admin/group-edits.ts';
import { deleteGroup, findGroup, getGroup, listAssignedGroups } from '#contract/groups.ts';
import { saveMarks } from '#contract/marks.ts';
import { saveOfficeHours } from '#contract/meetings/office-hours.ts';
import { updateUser } from '#contract/users.ts';
import { createTestGroup, createTestUser, getItemAt, type TestGroup } from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';
import { expectRefusal, type Refusal } from '#server/test/refusal.ts';
import { milestoneKeys } from '#tools/test/scheme.ts';

const card = ['_id', 'email', 'name', 'phone', 'roll'];
const member = [
  ...card,
  'certificatePath',
  'fathername',
  'feeProofPath',
  ...milestoneKeys,
].toSorted();
const ownGroup = [
  '_id',
  'cohortId',
  'createdAt',
  'documents',
  'earlierVivas',
  'externalExaminer',
  'externalVivaDetails',
  'fypCategory',
  'fypGroupMembers',
  'fypGroupName',
  'fypTitle',
  'program',
  'projectCodeUrl',
  'proposalUrl',
  'similarityReportUrl',
  'supervisor',
  'thesisUrl',
];
const fullGroup = [
  ...ownGroup,
  ...['changedAt', 'changedBy', 'claimedMemberIds', 'deletedAt', 'externalExaminerId'],
  ...['supervisorId', 'version'],
].toSorted();
const keysOf = (value: object) => Object.keys(value).toSorted();

async function marked(team: TestGroup) {
  const [first, second] = [getItemAt(team.ids, 0), getItemAt(team.ids, 1)];
  await team.supervisor.caller.call(saveMarks, {
    body: {
      semester: 'Semester 7',
      groupId: team.groupId,
      marks: {
        [first]: { month1: { marks: 1.23, feedback: 'For the first alone.' } },
        [second]: { month1: { marks: 4.56, feedback: 'For the second alone.' } },
      },
    },
  });
}

const look = async (reader: { caller: TestGroup['student']['caller'] }, email: string) => {
  const response = await reader.caller.request(findGroup, { params: { email } });
  const text = await response.text();
  return { text, ...findGroup.reply.parse(JSON.parse(text)) };
};

describe('a student who views their group', () => {
  test('receives their own full details, but only the contact details of the other members', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal, { size: 3 });
    const response = await team.student.caller.request(findGroup, {
      params: { email: team.student.email },
    });
    const reply = (await response.json()) as {
      group: { fypGroupMembers: object[] };
      member: object;
      message: string;
    };
    expect(keysOf(reply)).toEqual(['group', 'member', 'message', 'staff']);
    expect(keysOf(reply.group)).toEqual(ownGroup);
    expect(reply.group.fypGroupMembers.map(keysOf)).toEqual([card, card, card]);
    expect(keysOf(reply.member)).toEqual(member);
  });

  test('receives the email and office hours of the supervisor, but not of the examiner, another group’s staff or a blocked account', async ({
    portal,
  }) => {
    const { student, supervisor, examiner } = await createTestGroup(portal);
    const neighbour = await createTestGroup(portal);
    const times = [{ weekday: 1, starts: '14:00', ends: '16:00', minutes: 20 }];
    for (const { caller } of [supervisor, neighbour.supervisor]) {
      await caller.call(saveOfficeHours, { body: { times, exceptions: [] } });
    }
    const { staff, text } = await look(student, student.email);
    const officeHours = [{ weekday: 1, starts: '14:00', ends: '16:00' }];
    const { name, email } = supervisor;
    expect(staff).toEqual([{ role: 'supervisor', name, email, officeHours }]);
    expect(text).not.toContain(examiner.email);
    const params = { userId: supervisor.userId };
    await portal.admin.call(updateUser, { params, body: { blocked: true } });
    expect((await look(student, student.email)).text).not.toContain(email);
  });

  test('receives their own marks, and no marks of other members anywhere in the reply', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal);
    await marked(team);
    const seen = await look(team.student, team.student.email);
    expect(seen.member.month1).toEqual({
      marks: 1.23,
      feedback: 'For the first alone.',
      revision: 1,
    });
    expect(seen.text).not.toMatch(/4\.56|second alone/);
    const other = await look(team.mate, team.mate.email);
    expect(other.member.month1?.marks).toBe(4.56);
    expect(other.text).not.toMatch(/1\.23|first alone/);
  });

  test('receives their own details in `member`, even if the request names another member', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal);
    await marked(team);
    const seen = await look(team.student, team.mate.email.toUpperCase());
    expect(seen.member.email).toBe(team.student.email);
    expect(seen.text).not.toMatch(/4\.56|second alone/);
  });

  test('receives status 404 with the message “No details found.” if they have no group', async ({
    portal,
  }) => {
    const { caller, email } = await createTestUser(portal);
    expect(await expectRefusal(portal, caller, findGroup, { params: { email } })).toMatchObject({
      code: 'no-group',
      message: 'No details found.',
    });
  });

  test('cannot read another group or learn whether it exists', async ({ portal }) => {
    const [ownGroup, foreign] = [await createTestGroup(portal), await createTestGroup(portal)];
    const loner = await createTestUser(portal);
    const refusals: Refusal[] = [];
    for (const reader of [ownGroup.student, loner]) {
      for (const email of [
        foreign.student.email,
        foreign.supervisor.email,
        'nobody@university.test',
      ]) {
        refusals.push(await expectRefusal(portal, reader.caller, findGroup, { params: { email } }));
      }
    }
    for (const refusal of refusals) expect(refusal).toEqual(refusals[0]);
    expect(refusals[0]).toMatchObject({
      code: 'not-found',
      message: 'This group doesn’t exist, or you don’t have access.',
    });
  });
});

describe('staff who read a group', () => {
  test('receive all details of the group, and the details of the requested student in `member`', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal);
    await marked(team);
    for (const reader of [team.supervisor, team.examiner, { caller: portal.admin }]) {
      const { group, member: named } = await look(reader, team.mate.email);
      expect(keysOf(group)).toEqual(fullGroup);
      expect(group.fypGroupMembers.map(keysOf)).toEqual([member, member]);
      expect([named.email, named.month1?.marks]).toEqual([team.mate.email, 4.56]);
    }
  });
});

describe('a group by its name', () => {
  test('names the emails of its staff, that of the external examiner not to students', async ({
    portal,
  }) => {
    const { group, student, supervisor, examiner } = await createTestGroup(portal);
    const read = async (reader: { caller: Portal['admin'] }) =>
      (await reader.caller.call(getGroup, { params: { name: group.fypGroupName } })).staff.map(
        ({ role, email }) => [role, email],
      );
    const supervised = ['supervisor', supervisor.email];
    expect(await read(student)).toEqual([supervised]);
    expect(await read(supervisor)).toEqual([supervised, ['externalExaminer', examiner.email]]);
  });
});

describe('the list of assigned groups', () => {
  const names = async (reader: { caller: Portal['admin'] }) =>
    (await reader.caller.call(listAssignedGroups)).allGroups.map(
      ({ fypGroupName }) => fypGroupName,
    );

  test('contains only the groups that the caller supervises or examines, or all groups if the caller is an admin', async ({
    portal,
  }) => {
    const [first, second] = [await createTestGroup(portal), await createTestGroup(portal)];
    await portal.admin.call(updateGroup, {
      params: { groupId: second.groupId },
      body: { externalExaminer: `  ${first.supervisor.name.toUpperCase()} ` },
    });
    expect(await names(first.supervisor)).toEqual(['BSCS-2027-001', 'BSCS-2027-002']);
    expect(await names(first.examiner)).toEqual(['BSCS-2027-001']);
    expect(await names(second.supervisor)).toEqual(['BSCS-2027-002']);
    expect(await names(second.examiner)).toEqual([]);
    expect(await names({ caller: portal.admin })).toEqual(['BSCS-2027-001', 'BSCS-2027-002']);
  });

  test('contains all members and marks of each group, but no groups in the bin', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal);
    await marked(team);
    const { allGroups } = await team.supervisor.caller.call(listAssignedGroups);
    expect(allGroups).toEqual([await team.read()]);
    await portal.admin.call(deleteGroup, { params: { groupId: team.groupId } });
    expect(await names(team.supervisor)).toEqual([]);
    expect(await names({ caller: portal.admin })).toEqual([]);
  });
});
