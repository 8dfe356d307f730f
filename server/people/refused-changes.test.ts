import { describe, expect } from 'vitest';
import { deleteGroup } from '#contract/groups.ts';
import { saveMarks } from '#contract/marks.ts';
import { changePeople, type PeopleChangeInput, previewPeopleChange } from '#contract/people.ts';
import { saveSetting } from '#contract/settings/settings.ts';
import { updateCohortRow } from '#server/content/write-settings.ts';
import { buildSettingChange } from '#server/test/content/settings.ts';
import { createTestGroup, createTestUser, getItemAt, type TestGroup } from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';
import { addTestCohort } from '#server/test/records/cohorts.ts';
import {
  buildPeopleChange,
  changeTestPeople,
  letLastMemberLeave,
} from '#server/test/records/people.ts';
import { editMilestone } from '#server/test/records/scheme-changes.ts';
import { expectRefusal, readRefusal } from '#server/test/refusal.ts';
import { buildMember } from '#tools/test/people.ts';

async function refuse(
  portal: Portal,
  group: TestGroup,
  change: PeopleChangeInput,
  more: object = {},
) {
  const input = buildPeopleChange(group, change, more);
  const preview = await expectRefusal(portal, portal.admin, previewPeopleChange, input);
  const refusal = await expectRefusal(portal, portal.admin, changePeople, input);
  expect(preview.message).toBe(refusal.message);
  return refusal;
}

describe('a change of people is refused', () => {
  test('if the only member leaves, and the error offers to dissolve the group', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal, { size: 1 });
    const memberId = getItemAt(team.ids, 0);
    const { name } = getItemAt(team.group.fypGroupMembers, 0);
    expect(await refuse(portal, team, { kind: 'leave', memberId })).toMatchObject({
      status: 400,
      fields: {
        'change.memberId': `${name} is the only member of BSCS-2027-001. Dissolve the group instead: ${name} then keeps their marks.`,
      },
    });
  });

  test('if the only member moves, and the error offers to merge the groups', async ({ portal }) => {
    const team = await createTestGroup(portal, { size: 1 });
    const target = await createTestGroup(portal, { size: 1 });
    const toGroup = target.group.fypGroupName;
    const change = { kind: 'move', memberId: getItemAt(team.ids, 0), toGroup } as const;
    expect((await refuse(portal, team, change)).message).toContain(
      'Merge BSCS-2027-001 into BSCS-2027-002 instead.',
    );
  });

  test('if the person belongs to another group or has not left', async ({ portal }) => {
    const [team, neighbour] = [await createTestGroup(portal), await createTestGroup(portal)];
    const memberId = getItemAt(neighbour.ids, 0);
    expect((await refuse(portal, team, { kind: 'leave', memberId })).message).toContain(
      'This person is not a member of BSCS-2027-001.',
    );
    const currentId = getItemAt(team.ids, 0);
    expect((await refuse(portal, team, { kind: 'return', memberId: currentId })).message).toContain(
      'This person is not a former member of BSCS-2027-001.',
    );
  });

  test('if a group would have too many members', async ({ portal }) => {
    const team = await createTestGroup(portal);
    const full = await createTestGroup(portal, { size: 3 });
    const toGroup = full.group.fypGroupName;
    const message =
      'BSCS-2027-002 would have 4 members, but groups in Session 2026–27 can have up to 3.';
    const memberId = getItemAt(team.ids, 0);
    expect(await refuse(portal, team, { kind: 'move', memberId, toGroup })).toMatchObject({
      status: 400,
      fields: { 'change.toGroup': message },
    });
    expect((await refuse(portal, team, { kind: 'merge', toGroup })).message).toContain(
      'would have 5 members',
    );
  });

  test('if the other group is the same group, does not exist or is in the bin', async ({
    portal,
  }) => {
    const [team, target] = [await createTestGroup(portal), await createTestGroup(portal)];
    const memberId = getItemAt(team.ids, 0);
    const moveTo = (toGroup: string) => refuse(portal, team, { kind: 'move', memberId, toGroup });
    expect(await moveTo('BSCS-2027-001')).toMatchObject({ status: 409, code: 'already-in-group' });
    expect((await moveTo('BSCS-2027-999')).message).toContain('There is no group “BSCS-2027-999”.');
    await portal.admin.call(deleteGroup, { params: { groupId: target.groupId } });
    expect((await moveTo('BSCS-2027-002')).message).toContain('There is no group');
  });

  test('if the member who moves waits for a decision about a mark', async ({ portal }) => {
    const team = await createTestGroup(portal);
    const target = await createTestGroup(portal, { size: 1 });
    const memberId = getItemAt(team.ids, 0);
    await portal.db
      .insertInto('mark_reviews')
      .values({
        ...{ id: crypto.randomUUID(), member_id: memberId, milestone: 'month1', marks_before: 5 },
        ...{ reason: 'Please look again.', requested_at: portal.clock().toISOString() },
      })
      .execute();
    const toGroup = target.group.fypGroupName;
    for (const change of [
      { kind: 'move', memberId, toGroup },
      { kind: 'merge', toGroup },
    ] as const) {
      expect((await refuse(portal, team, change)).message).toContain(
        'requested a review of a mark. Decide on it on your desk first.',
      );
    }
  });

  test('if the person who returns is in another group by now', async ({ portal }) => {
    const [team, target] = [await createTestGroup(portal), await createTestGroup(portal)];
    const memberId = await letLastMemberLeave(portal, team);
    const { email } = team.mate;
    const other = getItemAt(target.ids, 1);
    await portal.db.updateTable('members').set({ email }).where('id', '=', other).execute();
    expect(await refuse(portal, team, { kind: 'return', memberId })).toMatchObject({
      code: 'already-in-group',
      message: expect.stringContaining('a member is now in another group of an open session'),
    });
  });

  test('if a person who joins is in a group already, is a former member or has invalid fields', async ({
    portal,
  }) => {
    const [team, neighbour] = [await createTestGroup(portal), await createTestGroup(portal)];
    const { feeProof: _, certificate: __, ...newcomer } = buildMember(await createTestUser(portal));
    const join = (changes: object) =>
      refuse(portal, team, { kind: 'join', member: { ...newcomer, ...changes } });
    expect(await join({ email: neighbour.student.email })).toMatchObject({
      code: 'already-in-group',
      fields: { 'change.member.email': expect.stringContaining('belongs to a member of a group') },
    });
    for (const field of ['name', 'fathername', 'roll', 'email', 'phone'] as const) {
      expect(await join({ [field]: '' }), field).toMatchObject({
        status: 400,
        fields: { [`change.member.${field}`]: expect.any(String) },
      });
    }
    await letLastMemberLeave(portal, team);
    expect(await join({ email: team.mate.email })).toMatchObject({
      fields: { 'change.member.roll': expect.stringContaining('is a former member of') },
    });
  });

  test('if a person joins a full group', async ({ portal }) => {
    const team = await createTestGroup(portal, { size: 3 });
    const { feeProof: _, certificate: __, ...member } = buildMember(await createTestUser(portal));
    expect(await refuse(portal, team, { kind: 'join', member })).toMatchObject({
      fields: { 'change.member.name': expect.stringContaining('would have 4 members') },
    });
  });

  test('if the date is in the future, invalid, or the reason is missing', async ({ portal }) => {
    const team = await createTestGroup(portal);
    const change = { kind: 'leave', memberId: getItemAt(team.ids, 0) } as const;
    expect(await refuse(portal, team, change, { on: '2027-01-16' })).toMatchObject({
      status: 400,
      fields: {
        on: 'Changes take effect immediately, so choose 15 January 2027 or an earlier date.',
      },
    });
    for (const more of [{ on: '2027-02-30' }, { reason: ' ' }, { reason: 'x'.repeat(501) }]) {
      expect(await refuse(portal, team, change, more)).toMatchObject({ status: 400 });
    }
  });

  test('if the supervisor stays the same', async ({ portal }) => {
    const team = await createTestGroup(portal);
    const replaceBy = (supervisor: string) =>
      refuse(portal, team, { kind: 'supervisor', supervisor });
    expect((await replaceBy(team.supervisor.name)).message).toContain(
      'is already the supervisor of',
    );
  });

  test('if the member who moves is the supervisor of the other group', async ({ portal }) => {
    const [team, target] = [await createTestGroup(portal), await createTestGroup(portal)];
    const memberId = getItemAt(team.ids, 1);
    await portal.db
      .updateTable('members')
      .set({ user_id: null, left_by: target.supervisor.userId })
      .where('id', '=', memberId)
      .execute();
    const toGroup = target.group.fypGroupName;
    expect(await refuse(portal, team, { kind: 'move', memberId, toGroup })).toMatchObject({
      code: 'already-in-group',
    });
  });
});

describe('a change of people that concerns cohorts is refused', () => {
  /** Moves the second group to another cohort, as if it had been proposed there. */
  async function openGroupsOfTwoCohorts(portal: Portal) {
    const [team, target] = [await createTestGroup(portal), await createTestGroup(portal)];
    const { _id: cohortId, code } = await addTestCohort(portal);
    const groups = portal.db.updateTable('groups').set({ cohort_id: cohortId });
    await groups.where('id', '=', target.groupId).execute();
    const toGroup = target.group.fypGroupName;
    const move = { kind: 'move', memberId: getItemAt(team.ids, 0), toGroup } as const;
    return { team, target, cohortId, code, move };
  }

  test('if marks are to be copied that the other group marks differently', async ({ portal }) => {
    const { team, code, move } = await openGroupsOfTwoCohorts(portal);
    const scheme = editMilestone('month1', { total: 15 });
    await portal.admin.call(saveSetting, await buildSettingChange(portal, 'scheme', scheme, code));
    for (const [key, title] of [
      ['month1', 'Month 1'],
      ['unknown', 'unknown'],
    ] as const) {
      const change = { ...move, copyMarks: ['month2', key] };
      const message = `The marks of ${title} cannot be copied, because BSCS-2027-002 marks it differently. Choose other milestones.`;
      expect(await refuse(portal, team, change)).toMatchObject({
        status: 400,
        fields: { 'change.copyMarks': message },
      });
    }
    await changeTestPeople(portal, team, { ...move, copyMarks: ['month2'] });
  });

  test('if the cohort of one of the groups is closed', async ({ portal }) => {
    const { team, target, cohortId, move } = await openGroupsOfTwoCohorts(portal);
    await updateCohortRow(portal.db, cohortId, { closed_at: portal.clock().toISOString() });
    const closed = { status: 409, code: 'cohort-closed' };
    expect(await refuse(portal, team, move)).toMatchObject(closed);
    const leave = { kind: 'leave', memberId: getItemAt(target.ids, 0) } as const;
    expect(await refuse(portal, target, leave)).toMatchObject(closed);
  });
});

describe('of two admins who change the people of a group at the same moment', () => {
  test('the second gets a conflict if both saw the same preview', async ({ portal }) => {
    const team = await createTestGroup(portal, { size: 3 });
    const second = await createTestUser(portal, 'admin');
    const inputs = [0, 1].map((index) => {
      const memberId = getItemAt(team.ids, index);
      return buildPeopleChange(team, { kind: 'leave', memberId });
    });
    const [first, last] = [getItemAt(inputs, 0), getItemAt(inputs, 1)];
    const { versions } = await portal.admin.call(previewPeopleChange, first);
    const responses = await Promise.all([
      portal.admin.request(changePeople, { ...first, body: { ...first.body, versions } }),
      second.caller.request(changePeople, { ...last, body: { ...last.body, versions } }),
    ]);
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const [lost] = responses.filter(({ status }) => status === 409);
    expect(lost && (await readRefusal(lost))).toMatchObject({ code: 'stale-version' });
    expect((await portal.db.selectFrom('departures').selectAll().execute()).length).toBe(1);
  });

  test('the second cannot empty a group, even without the versions of a preview', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal);
    const responses = await Promise.all(
      team.ids.map((memberId) =>
        portal.admin.request(changePeople, buildPeopleChange(team, { kind: 'leave', memberId })),
      ),
    );
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 400]);
  });

  test('a change is refused if marks were saved since the preview', async ({ portal }) => {
    const team = await createTestGroup(portal);
    const memberId = getItemAt(team.ids, 0);
    const input = buildPeopleChange(team, { kind: 'leave', memberId });
    const { versions } = await portal.admin.call(previewPeopleChange, input);
    const marks = { [memberId]: { month1: { marks: 3 } } };
    await team.supervisor.caller.call(saveMarks, {
      body: { semester: 'Semester 7', groupId: team.groupId, marks },
    });
    const body = { ...input.body, versions };
    expect(
      await expectRefusal(portal, portal.admin, changePeople, { ...input, body }),
    ).toMatchObject({
      code: 'stale-version',
      message: expect.stringContaining(`${team.supervisor.name} changed this group`),
    });
    await changeTestPeople(portal, team, { kind: 'leave', memberId });
  });
});
