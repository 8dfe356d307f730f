import { describe, expect } from 'vitest';
import { updateGroup } from '#contract/admin/group-edits.ts';
import { importUsers } from '#contract/admin/imports.ts';
import { deleteGroup, listGroups, restoreGroup } from '#contract/groups.ts';
import { saveNoticeSetting } from '#contract/messages/notices.ts';
import { createUser, updateUser } from '#contract/users.ts';
import { createTestGroup, createTestUser, getItemAt, type TestGroup } from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';
import {
  buildGroupRows,
  checkAndImportGroups,
  type ImportedGroupRow,
} from '#server/test/records/imports.ts';
import { listEmailSubjects, listNoticeTexts } from '#server/test/records/notices.ts';
import { expectRefusal } from '#server/test/refusal.ts';
import { buildEmailAddress, createUniqueName } from '#tools/test/people.ts';

const name = 'BSCS-2027-001';
const edit = (portal: Portal, { groupId }: { groupId: string }, body: object) =>
  portal.admin.call(updateGroup, { params: { groupId }, body });
const change = (portal: Portal, { userId }: { userId: string }, body: object) =>
  portal.admin.call(updateUser, { params: { userId }, body });

/** Deletes the notices and emails that creating the groups has caused. */
async function clear({ db }: Portal) {
  await db.deleteFrom('notices').execute();
  await db.deleteFrom('emails').execute();
}

/** Opens a group whose staff changes, and a second group of the same cohort that must not be notified. */
async function openGroups(portal: Portal) {
  const team = await createTestGroup(portal);
  const neighbour = await createTestGroup(portal);
  const next = await createTestUser(portal, 'faculty');
  await clear(portal);
  return { team, neighbour, next };
}

async function expectSilence(portal: Portal, { students, supervisor, examiner }: TestGroup) {
  for (const person of [...students, supervisor, examiner]) {
    expect(await listNoticeTexts(person)).toEqual([]);
    expect(await listEmailSubjects(portal, person.email)).toEqual([]);
  }
}

const parts = [
  { field: 'supervisor', as: 'supervisor', former: 'supervisor' },
  { field: 'externalExaminer', as: 'external examiner', former: 'examiner' },
] as const;

describe('an admin’s change of a group’s staff', () => {
  test.for(parts)(
    'notifies the previous and the new $as and all members',
    async ({ field, as, former }, { portal }) => {
      const { team, neighbour, next } = await openGroups(portal);
      await edit(portal, team, { [field]: next.name });
      const previous = team[former];
      expect(await listNoticeTexts(next)).toEqual([`You were added as ${as} of ${name}.`]);
      expect(await listEmailSubjects(portal, next.email)).toEqual([
        `${name}: you were added as ${as}`,
      ]);
      expect(await listNoticeTexts(previous)).toEqual([`You are no longer ${as} of ${name}.`]);
      expect(await listEmailSubjects(portal, previous.email)).toEqual([
        `${name}: you’re no longer ${as}`,
      ]);
      for (const student of team.students) {
        expect(await listNoticeTexts(student)).toEqual([
          `${next.name} is now the ${as} of ${name}, instead of ${previous.name}.`,
        ]);
        expect(await listEmailSubjects(portal, student.email)).toEqual([
          `${name}: your ${as} has changed`,
        ]);
      }
      await expectSilence(portal, neighbour);
      // The email worker withdraws emails to people who have lost access to the group, but not these.
      const sent: string[] = [];
      await portal.deliver({
        send: async ({ recipient }) => void sent.push(recipient),
        close() {},
      });
      const people = [next, previous, ...team.students];
      expect(sent.toSorted()).toEqual(people.map(({ email }) => email).toSorted());
    },
  );

  test('sends each member one message if both roles change', async ({ portal }) => {
    const { team, next } = await openGroups(portal);
    const examiner = await createTestUser(portal, 'faculty');
    await edit(portal, team, { supervisor: next.name, externalExaminer: examiner.name });
    expect(await listNoticeTexts(team.mate)).toEqual([
      `${next.name} is now the supervisor of ${name}, instead of ${team.supervisor.name}. ${examiner.name} is now the external examiner of ${name}, instead of ${team.examiner.name}.`,
    ]);
    expect(await listEmailSubjects(portal, team.mate.email)).toEqual([
      `${name}: your supervisor and external examiner have changed`,
    ]);
  });

  test('notifies the previous supervisor and the members if nobody or a person without an account follows', async ({
    portal,
  }) => {
    const { team } = await openGroups(portal);
    await edit(portal, team, { supervisor: 'other' });
    await edit(portal, team, { externalExaminer: 'Dr. Without Account' });
    expect((await listNoticeTexts(team.mate)).toSorted()).toEqual([
      `Dr. Without Account is now the external examiner of ${name}, instead of ${team.examiner.name}.`,
      `${team.supervisor.name} is no longer the supervisor of ${name}.`,
    ]);
    expect(await listEmailSubjects(portal, team.supervisor.email)).toEqual([
      `${name}: you’re no longer supervisor`,
    ]);
    expect(await listEmailSubjects(portal, team.examiner.email)).toEqual([
      `${name}: you’re no longer external examiner`,
    ]);
  });

  test('follows each person’s settings, and sends nothing to a blocked account', async ({
    portal,
  }) => {
    const { team, next } = await openGroups(portal);
    const params = { kind: 'groups' } as const;
    await team.mate.caller.call(saveNoticeSetting, { params, body: { delivery: 'page' } });
    await team.supervisor.caller.call(saveNoticeSetting, { params, body: { delivery: 'off' } });
    await change(portal, team.examiner, { blocked: true });
    const staff = { supervisor: next.name, externalExaminer: 'Dr. Without Account' };
    await edit(portal, team, staff);
    expect(await listEmailSubjects(portal, team.mate.email)).toEqual([]);
    expect(await listNoticeTexts(team.mate)).toHaveLength(1);
    expect(await listEmailSubjects(portal, team.supervisor.email)).toEqual([]);
    expect(await listNoticeTexts(team.supervisor)).toEqual([]);
    expect(await listEmailSubjects(portal, team.examiner.email)).toEqual([]);
    expect(await listEmailSubjects(portal, team.student.email)).toHaveLength(1);
  });

  test('notifies nobody if it is refused, or if only the spelling or another field changes', async ({
    portal,
  }) => {
    const { team, next } = await openGroups(portal);
    const stale = { supervisor: next.name, version: 1 };
    const input = { params: { groupId: team.groupId }, body: stale };
    expect((await expectRefusal(portal, portal.admin, updateGroup, input)).code).toBe(
      'stale-version',
    );
    await edit(portal, team, { supervisor: team.supervisor.name.toUpperCase() });
    await edit(portal, team, { fypTitle: 'Another title' });
    await expectSilence(portal, team);
  });

  test('notifies each person in turn if two admins name different supervisors at the same moment', async ({
    portal,
  }) => {
    const { team, next } = await openGroups(portal);
    const rival = await createTestUser(portal, 'faculty');
    const admin = await createTestUser(portal, 'admin');
    await Promise.all([
      edit(portal, team, { supervisor: next.name }),
      admin.caller.call(updateGroup, {
        params: { groupId: team.groupId },
        body: { supervisor: rival.name },
      }),
    ]);
    const { supervisor } = await team.read();
    const [winner, loser] = supervisor === next.name ? [next, rival] : [rival, next];
    const [named, ended] = [
      `You were added as supervisor of ${name}.`,
      `You are no longer supervisor of ${name}.`,
    ];
    expect(await listNoticeTexts(winner)).toEqual([named]);
    expect((await listNoticeTexts(loser)).toSorted()).toEqual([ended, named]);
    expect(await listNoticeTexts(team.supervisor)).toEqual([ended]);
    expect((await listNoticeTexts(team.mate)).toSorted()).toEqual(
      [
        `${loser.name} is now the supervisor of ${name}, instead of ${team.supervisor.name}.`,
        `${winner.name} is now the supervisor of ${name}, instead of ${loser.name}.`,
      ].toSorted(),
    );
  });
});

describe('an import of groups', () => {
  const withSupervisor = (rows: readonly ImportedGroupRow[], supervisor: string) =>
    rows.map((row) => ({ ...row, supervisor }));

  test('sends one message about all groups to each previous and new supervisor', async ({
    portal,
  }) => {
    const [first, second] = [
      await createTestUser(portal, 'faculty'),
      await createTestUser(portal, 'faculty'),
    ];
    const rows = withSupervisor(
      buildGroupRows({ group: 'A' }, { group: 'B', title: 'Another' }),
      first.name,
    );
    await checkAndImportGroups(portal, rows);
    expect(await listNoticeTexts(first)).toEqual(['You were added as supervisor of 2 groups.']);
    expect(await listEmailSubjects(portal, first.email)).toEqual(['Your groups have changed']);
    await clear(portal);
    const { groups } = await portal.admin.call(listGroups);
    const ids = groups.map(({ _id }) => _id);
    await checkAndImportGroups(portal, withSupervisor(rows, second.name), ids);
    expect(await listNoticeTexts(second)).toEqual(['You were added as supervisor of 2 groups.']);
    expect(await listNoticeTexts(first)).toEqual(['You are no longer supervisor of 2 groups.']);
    const member = getItemAt(rows, 0).email;
    expect(await listEmailSubjects(portal, member)).toEqual([
      expect.stringMatching(/: your supervisor has changed$/),
    ]);
  });
});

describe('an account that gets or loses groups by its name or role', () => {
  const wanted = 'Dr. Ayesha Khan';
  const groupsWaiting = async (portal: Portal) => {
    const teams = [await createTestGroup(portal), await createTestGroup(portal)];
    for (const team of teams) await edit(portal, team, { supervisor: wanted });
    await clear(portal);
    return teams;
  };
  const named = 'You were added as supervisor of 2 groups.';

  test.for([
    ['is created', createAccount],
    ['is imported', importAccount],
    ['gets the name', renameAccount],
    ['gets the role', promoteAccount],
  ] as const)('is told of all its groups once if it %s', async ([, act], { portal }) => {
    const teams = await groupsWaiting(portal);
    const neighbour = await createTestGroup(portal);
    await clear(portal);
    const userId = await act(portal, wanted);
    const caller = await portal.logInAs(userId);
    expect(await listNoticeTexts({ caller })).toEqual([named]);
    // The members see the same name as before.
    for (const team of teams) expect(await listNoticeTexts(team.mate)).toEqual([]);
    await expectSilence(portal, neighbour);
  });

  test('is told if it leaves the faculty, but not if it is only renamed', async ({ portal }) => {
    const { team, neighbour } = await openGroups(portal);
    await change(portal, team.supervisor, { name: createUniqueName('Renamed') });
    await expectSilence(portal, team);
    await change(portal, team.supervisor, { role: 'student' });
    const caller = await portal.logInAs(team.supervisor.userId);
    expect(await listNoticeTexts({ caller })).toEqual([`You are no longer supervisor of ${name}.`]);
    await expectSilence(portal, neighbour);
  });
});

describe('restoring a group from the bin', () => {
  test('notifies staff whose account was linked or unlinked while it was in the bin', async ({
    portal,
  }) => {
    const { team } = await openGroups(portal);
    const waiting = createUniqueName('Waiting');
    await edit(portal, team, { supervisor: waiting });
    await clear(portal);
    const params = { groupId: team.groupId };
    await portal.admin.call(deleteGroup, { params });
    const userId = await createAccount(portal, waiting);
    await change(portal, team.examiner, { role: 'student' });
    const linked = { caller: await portal.logInAs(userId) };
    const unlinked = { caller: await portal.logInAs(team.examiner.userId) };
    expect([await listNoticeTexts(linked), await listNoticeTexts(unlinked)]).toEqual([[], []]);
    await portal.admin.call(restoreGroup, { params });
    expect(await listNoticeTexts(linked)).toEqual([`You were added as supervisor of ${name}.`]);
    expect(await listNoticeTexts(unlinked)).toEqual([
      `You are no longer external examiner of ${name}.`,
    ]);
  });

  test('notifies nobody if the staff is the same as before', async ({ portal }) => {
    const { team } = await openGroups(portal);
    const params = { groupId: team.groupId };
    await portal.admin.call(deleteGroup, { params });
    await portal.admin.call(restoreGroup, { params });
    await expectSilence(portal, team);
  });
});

async function createAccount(portal: Portal, accountName: string): Promise<string> {
  const email = buildEmailAddress(createUniqueName('Staff'));
  const body = { name: accountName, email, role: 'faculty' } as const;
  return (await portal.admin.call(createUser, { body })).user._id;
}

async function importAccount(portal: Portal, accountName: string): Promise<string> {
  const email = buildEmailAddress(createUniqueName('Staff'));
  const rows = [{ row: 2, name: accountName, email, role: 'faculty' }];
  await portal.admin.call(importUsers, { body: { rows, dryRun: false } });
  const account = portal.db.selectFrom('users').select('id').where('email', '=', email);
  return (await account.executeTakeFirstOrThrow()).id;
}

async function renameAccount(portal: Portal, accountName: string): Promise<string> {
  const { userId } = await createTestUser(portal, 'faculty');
  await change(portal, { userId }, { name: accountName });
  return userId;
}

async function promoteAccount(portal: Portal, accountName: string): Promise<string> {
  const { userId } = await createTestUser(portal, 'student', accountName);
  await change(portal, { userId }, { role: 'faculty' });
  return userId;
}
