import { describe, expect } from 'vitest';
import { findDesk } from '#contract/desk.ts';
import { deleteGroup, findGroup, restoreGroup } from '#contract/groups.ts';
import { listChanges } from '#contract/history.ts';
import { mailGroup } from '#contract/marks.ts';
import { login } from '#contract/session.ts';
import { listCohorts, reopenCohort } from '#contract/settings/cohorts.ts';
import { submitProposal } from '#contract/students/proposals.ts';
import { updateUser } from '#contract/users.ts';
import { createTestUser, getItemAt, type TestGroup } from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';
import { addTestAnnouncement } from '#server/test/records/announcements.ts';
import {
  changeAccountEmail,
  changedEmail,
  closeFirstCohort,
  createMarkedGroup,
  listContestedMembers,
  readMemberOwner,
} from '#server/test/records/claims.ts';
import { allReadableRecordParts, findReadableRecordParts } from '#server/test/records/ownership.ts';
import { buildProposal, createUniqueName, testUserPassword } from '#tools/test/people.ts';

type Place = { during: (portal: Portal, team: TestGroup) => Promise<() => Promise<unknown>> };

const places: Record<string, Place> = {
  'while nothing else happens': { during: async () => async () => {} },
  'while its group is in the bin': {
    during: async (portal, { groupId }) => {
      await portal.admin.call(deleteGroup, { params: { groupId } });
      return () => portal.admin.call(restoreGroup, { params: { groupId } });
    },
  },
  'while its cohort is closed': {
    during: async (portal) => {
      await closeFirstCohort(portal);
      return async () => {};
    },
  },
  'while its cohort is closed, which is opened again later': {
    during: async (portal) => {
      const reopening = await closeFirstCohort(portal);
      return () => portal.admin.call(reopenCohort, reopening);
    },
  },
};

describe('a group membership that an account has claimed', () => {
  test.for(Object.entries(places))(
    'remains with the account if the account’s email changes %s, and the old email grants no access',
    async ([, { during }], { portal }) => {
      const { team, mate, row } = await createMarkedGroup(portal);
      expect(await findReadableRecordParts(portal, mate.userId, row)).toEqual(
        allReadableRecordParts,
      );
      const end = await during(portal, team);
      await changeAccountEmail(portal, mate, changedEmail);
      const second = await createTestUser(
        portal,
        'student',
        createUniqueName('Second'),
        mate.email,
      );
      expect(await findReadableRecordParts(portal, second.userId, row)).toEqual([]);
      await end();
      expect(await findReadableRecordParts(portal, mate.userId, row)).toEqual(
        allReadableRecordParts,
      );
      expect(await findReadableRecordParts(portal, second.userId, row)).toEqual([]);
      expect(await listContestedMembers(portal)).toEqual([]);
      expect(await findReadableRecordParts(portal, team.student.userId, row)).not.toContain(
        'feedback',
      );
    },
  );

  test('keeps the old email in a closed cohort, but emails are sent to the account’s new address', async ({
    portal,
  }) => {
    const { team, mate, row, memberId } = await createMarkedGroup(portal);
    const reopening = await closeFirstCohort(portal);
    await changeAccountEmail(portal, mate, changedEmail);
    expect((await readMemberOwner(portal, memberId)).email).toBe(mate.email);
    await portal.admin.call(mailGroup, { params: { groupId: team.groupId } });
    const sent = portal.db.selectFrom('emails').where('group_id', '=', team.groupId);
    const to = await sent.select('recipient').execute();
    expect(to.map(({ recipient }) => recipient)).toEqual([changedEmail]);
    for (const email of [changedEmail, mate.email]) {
      const { group } = await portal.admin.call(findGroup, { params: { email } });
      expect(group._id).toBe(row.groupId);
    }
    const { caller } = team.student;
    expect((await caller.call(findGroup, { params: { email: changedEmail } })).group._id).toBe(
      row.groupId,
    );
    await portal.admin.call(reopenCohort, reopening);
    expect((await readMemberOwner(portal, memberId)).email).toBe(changedEmail);
    const { changes } = await portal.admin.call(listChanges, {
      params: { groupId: team.groupId },
    });
    expect(getItemAt(changes, 0)).toMatchObject({
      field: 'email',
      from: mate.email,
      to: changedEmail,
    });
  });

  test('does not prevent its closed cohort from being reopened, even if another member now has the account’s old address', async ({
    portal,
  }) => {
    const { mate, memberId } = await createMarkedGroup(portal);
    const reopening = await closeFirstCohort(portal);
    await changeAccountEmail(portal, mate, changedEmail);
    const second = await createTestUser(portal, 'student', createUniqueName('Second'), mate.email);
    await second.caller.call(submitProposal, { body: buildProposal([second]) });
    await portal.admin.call(reopenCohort, reopening);
    expect(await readMemberOwner(portal, memberId)).toEqual({
      user_id: mate.userId,
      email: changedEmail,
    });
  });

  test('still determines which group, cohort and announcements the account sees after its email has changed', async ({
    portal,
  }) => {
    const { mate, row } = await createMarkedGroup(portal);
    await changeAccountEmail(portal, mate, changedEmail);
    const second = await createTestUser(portal, 'student', createUniqueName('Second'), mate.email);
    await addTestAnnouncement(portal, { title: 'For members' });
    const groupIdOf = async (email: string) =>
      (await portal.visitor.call(login, { body: { email, password: testUserPassword } })).groupId;
    expect(await groupIdOf(changedEmail)).toBe(row.groupId);
    expect(await groupIdOf(second.email)).toBeUndefined();
    const views = [mate, second].map(async ({ caller }) => ({
      isOwn: (await caller.call(listCohorts)).cohorts.some(({ isOwn }) => isOwn),
      announced: (await caller.call(findDesk)).announcements.length,
    }));
    expect(await Promise.all(views)).toEqual([
      { isOwn: true, announced: 1 },
      { isOwn: false, announced: 0 },
    ]);
  });

  test('is not lost if the account is temporarily blocked or made a faculty account', async ({
    portal,
  }) => {
    const { mate, row } = await createMarkedGroup(portal);
    const change = (body: object) =>
      portal.admin.call(updateUser, { params: { userId: mate.userId }, body });
    for (const [there, back] of [
      [{ blocked: true }, { blocked: false }],
      [{ role: 'faculty' }, { role: 'student' }],
    ] as const) {
      await change(there);
      expect(await findReadableRecordParts(portal, mate.userId, row)).toEqual([]);
      await change(back);
      expect(await findReadableRecordParts(portal, mate.userId, row)).toEqual(
        allReadableRecordParts,
      );
    }
  });
});
