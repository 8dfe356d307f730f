import { describe, expect } from 'vitest';
import { findAttention } from '#contract/admin/attention.ts';
import { updateGroup } from '#contract/admin/group-edits.ts';
import { findDesk } from '#contract/desk.ts';
import { checkDocument } from '#contract/documents.ts';
import { listAssignedGroups } from '#contract/groups.ts';
import { saveMarks } from '#contract/marks.ts';
import { previewPeopleChange } from '#contract/people.ts';
import { createUser } from '#contract/users.ts';
import { createTestGroup, createTestUser, type TestGroup } from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';
import {
  checkGroupImport,
  type ImportedGroupRow,
  importedProject,
} from '#server/test/records/imports.ts';
import { buildMarksBody } from '#server/test/records/marking.ts';
import { listEmailSubjects, listNoticeTexts } from '#server/test/records/notices.ts';
import { buildPeopleChange } from '#server/test/records/people.ts';
import { buildEmailAddress, createUniqueName } from '#tools/test/people.ts';
import { getMilestonesOfPart, partTitles } from '#tools/test/scheme.ts';

const edit = (portal: Portal, { groupId }: TestGroup, body: object) =>
  portal.admin.call(updateGroup, { params: { groupId }, body });

const listShared = async (portal: Portal) =>
  (await portal.admin.call(findAttention)).supervisingExaminers;

const buildStaffAccount = (name: string) => ({
  name,
  email: buildEmailAddress(createUniqueName('Staff')),
  role: 'faculty' as const,
});

/** The rows of an import file that describe the stored group, with another supervisor. */
const buildRows = ({ group }: TestGroup, supervisor: string): ImportedGroupRow[] =>
  group.fypGroupMembers.map(({ name, fathername, roll, email, phone }, index) => ({
    row: index + 2,
    ...importedProject,
    group: group.fypGroupName,
    title: group.fypTitle,
    supervisor,
    ...{ name, fathername, roll, email, phone },
  }));

/** Each function makes one person the supervisor and the external examiner of the group, on another path. */
const paths: Record<string, (portal: Portal, team: TestGroup) => Promise<unknown>> = {
  'the group editor, which names the examiner as the supervisor': (portal, team) =>
    edit(portal, team, { supervisor: team.examiner.name }),
  'the group editor, which names a person without an account twice': (portal, team) =>
    edit(portal, team, { supervisor: 'Dr. Nobody', externalExaminer: 'dr.  nobody' }),
  'a new account with the name of both': async (portal, team) => {
    const name = createUniqueName('Waiting');
    await edit(portal, team, { supervisor: name, externalExaminer: name });
    await portal.admin.call(createUser, { body: buildStaffAccount(name) });
  },
};

describe('a supervisor who is also the external examiner', () => {
  test.for(Object.entries(paths))(
    'is accepted and listed under Attention until another examiner is named: %s',
    async ([_, act], { portal }) => {
      await createTestGroup(portal);
      const team = await createTestGroup(portal);
      await act(portal, team);
      const { _id, fypGroupName } = team.group;
      const { roleConflicts } = await portal.admin.call(findAttention);
      expect(roleConflicts).toEqual([]);
      expect(await listShared(portal)).toEqual([
        {
          group: { _id, fypGroupName },
          message: expect.stringMatching(
            /is the supervisor and the external examiner of .*, and gives all its marks\. .*name another external examiner\./,
          ),
        },
      ]);
      await edit(portal, team, { externalExaminer: createUniqueName('Another') });
      expect(await listShared(portal)).toEqual([]);
    },
  );

  test('may mark every tab and check files, and sees the group once', async ({ portal }) => {
    const team = await createTestGroup(portal);
    const { caller, name } = team.supervisor;
    await edit(portal, team, { externalExaminer: name });
    for (const semester of partTitles) {
      const cells = { [getMilestonesOfPart(semester)[0]?.key ?? '']: { marks: 1 } };
      await caller.call(saveMarks, { body: buildMarksBody(team, cells, semester) });
    }
    const proof = team.group.documents.find(({ kind }) => kind === 'feeProof');
    const params = { documentId: proof?._id ?? '' };
    await caller.call(checkDocument, { params, body: { checked: true } });
    const { allGroups } = await caller.call(listAssignedGroups);
    expect(allGroups.map(({ _id }) => _id)).toEqual([team.groupId]);
  });

  test('has the tasks of both roles on the desk', async ({ portal }) => {
    const team = await createTestGroup(portal);
    await edit(portal, team, { externalExaminer: team.supervisor.name });
    const { items } = await team.supervisor.caller.call(findDesk);
    const ids = items.map(({ id }) => id);
    expect(ids).toContain('vivas');
    expect(ids.some((id) => id.startsWith('mark-'))).toBe(true);
    expect(ids).toEqual([...new Set(ids)]);
    const admin = await portal.admin.call(findDesk);
    expect(admin.items.map(({ id }) => id)).not.toContain('roles');
  });

  test('gets one email that names both roles', async ({ portal }) => {
    const team = await createTestGroup(portal);
    const next = await createTestUser(portal, 'faculty');
    await edit(portal, team, { supervisor: next.name, externalExaminer: next.name });
    const { fypGroupName } = team.group;
    expect(await listNoticeTexts(next)).toEqual([
      `You were added as supervisor and external examiner of ${fypGroupName}.`,
    ]);
    expect(await listEmailSubjects(portal, next.email)).toEqual([
      `${fypGroupName}: you were added as supervisor and external examiner`,
    ]);
  });

  test('is accepted from two admins who name the same person in the two roles at the same moment', async ({
    portal,
  }) => {
    const second = await createTestUser(portal, 'admin');
    for (let round = 0; round < 4; round += 1) {
      const team = await createTestGroup(portal);
      const next = await createTestUser(portal, 'faculty');
      const params = { groupId: team.groupId };
      await Promise.all([
        portal.admin.call(updateGroup, { params, body: { supervisor: next.name } }),
        second.caller.call(updateGroup, { params, body: { externalExaminer: next.name } }),
      ]);
      const ids = { supervisorId: next.userId, externalExaminerId: next.userId };
      expect(await team.read()).toMatchObject(ids);
      expect(await listShared(portal)).toHaveLength(round + 1);
    }
  });

  test('is announced by the check of an import and by the preview of a change of people', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal);
    const warning = expect.stringContaining(`${team.examiner.name} is the supervisor and`);
    const { rows, errors } = await checkGroupImport(portal, buildRows(team, team.examiner.name));
    expect(errors).toEqual([]);
    expect(rows.map((row) => row.warning)).toEqual([warning, undefined]);
    const change = { kind: 'supervisor', supervisor: team.examiner.name } as const;
    const input = buildPeopleChange(team, change);
    const { consequences } = await portal.admin.call(previewPeopleChange, input);
    expect(consequences).toContainEqual({ about: 'rights', text: warning });
    expect(await listShared(portal)).toEqual([]);
  });

  test('is not assumed if two accounts have the same name', async ({ portal }) => {
    const team = await createTestGroup(portal);
    const { name, userId: supervisorId } = team.supervisor;
    const namesake = await createTestUser(portal, 'faculty', name, 'two@university.test');
    await edit(portal, team, {
      supervisorId,
      externalExaminer: name,
      externalExaminerId: namesake.userId,
    });
    expect(await listShared(portal)).toEqual([]);
  });
});
