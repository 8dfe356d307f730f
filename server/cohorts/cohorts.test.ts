import { describe, expect } from 'vitest';
import { updateGroup } from '#contract/admin/group-edits.ts';
import { findDesk } from '#contract/desk.ts';
import { uploadDocument } from '#contract/documents.ts';
import { deleteGroup, findGroup, listGroups, readGroup } from '#contract/groups.ts';
import { mailGroup, saveMarks } from '#contract/marks.ts';
import { listMilestones, removeDanglingDeadlineLinks } from '#contract/rules/scheme.ts';
import {
  addCohort,
  type Cohort,
  closeCohort,
  listCohorts,
  reopenCohort,
  updateCohort,
} from '#contract/settings/cohorts.ts';
import { findHome } from '#contract/settings/content.ts';
import { findChoices, submitProposal } from '#contract/students/proposals.ts';
import { updateUser } from '#contract/users.ts';
import { createTestGroup, createTestUser, type TestGroup } from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';
import { setTakesProposals } from '#server/test/records/cohorts.ts';
import { buildMarksBody, readMarksEmails, saveTestMarks } from '#server/test/records/marking.ts';
import { expectRefusal } from '#server/test/refusal.ts';
import { buildPdf } from '#tools/test/files/sample-files.ts';
import { buildProposal, toFile } from '#tools/test/people.ts';

const deadlines = [
  { title: 'Proposal', due: '2027-09-25 23:00', documents: ['proposal' as const] },
];

const open = async (portal: Portal, code = '2028', makeCurrent = false) => {
  const from = portal.content.current._id;
  const body = { name: `Session ${code}`, code, from, deadlines, makeCurrent };
  return (await portal.admin.call(addCohort, { body })).cohort;
};
const at = ({ _id, version }: Cohort) => ({ params: { cohortId: _id }, body: { version } });
const readCohort = async (portal: Portal, code: string) => {
  const { cohorts } = await portal.admin.call(listCohorts);
  const match = cohorts.find((candidate) => candidate.code === code);
  if (!match) throw new Error(`There is no cohort ${code}.`);
  return match;
};
const close = async (portal: Portal, code: string) =>
  portal.admin.call(closeCohort, at(await readCohort(portal, code)));

test('the coordinator’s desk lists an open session whose deadlines have all passed', async ({
  portal,
}) => {
  await open(portal);
  const readItems = async () => {
    const admin = await portal.logInAs(portal.adminId);
    const { items } = await admin.call(findDesk);
    return items.flatMap(({ to, action }) => (action === 'Close' ? [to] : []));
  };
  expect(await readItems()).toEqual([]);
  portal.wait(Date.parse('2027-05-30T09:01:00Z') - portal.clock().getTime());
  expect(await readItems()).toEqual(['/settings/cohorts?close=2027']);
});

describe('a new cohort', () => {
  test('copies the lists, marking scheme and rules of another cohort, but has its own deadlines', async ({
    portal,
  }) => {
    const cohort = await open(portal);
    const from = portal.content.current;
    expect(cohort).toMatchObject({ isCurrent: false, closedAt: null, code: '2028' });
    expect([cohort.scheme, cohort.rules, cohort.programs]).toEqual([
      removeDanglingDeadlineLinks(from.scheme, []),
      from.rules,
      from.programs,
    ]);
    expect(cohort.deadlines).toEqual([
      {
        _id: expect.stringMatching(/^[a-z]{12}$/),
        title: 'Proposal',
        due: '2027-09-25T18:00:00Z',
        documents: ['proposal'],
        programs: null,
        graceHours: null,
      },
    ]);
  });

  test('keeps the links of milestones to deadlines whose ids the request takes over from the copied cohort', async ({
    portal,
  }) => {
    const from = portal.content.current;
    const thesis = from.deadlines.find(({ documents }) => documents.includes('thesis'));
    const keptDeadline = { id: thesis?._id, title: 'Thesis', due: '2028-05-07 23:59' };
    const body = { name: 'Session 2028', code: '2028', from: from._id, deadlines: [keptDeadline] };
    const { cohort } = await portal.admin.call(addCohort, {
      body: { ...body, makeCurrent: false },
    });
    const links = listMilestones(cohort.scheme).flatMap(({ key, deadline }) =>
      deadline === undefined ? [] : [[key, deadline]],
    );
    expect(links).toEqual([
      ['similarityReport', keptDeadline.id],
      ['thesis', keptDeadline.id],
    ]);
  });

  test('accepts proposals with its code in the query string, and numbers their groups from 1', async ({
    portal,
  }) => {
    await createTestGroup(portal, { program: 'BSCS' });
    await setTakesProposals(portal, await open(portal, '2028'));
    const student = await createTestUser(portal);
    const { supervisors } = await student.caller.call(findChoices, { query: { cohort: '2028' } });
    const body = buildProposal([student], { program: 'BSCS', supervisor: supervisors[0]?.value });
    const made = await student.caller.call(submitProposal, { query: { cohort: '2028' }, body });
    expect(made.fypGroupName).toBe('BSCS-2028-001');
    const of = async (cohort: string) =>
      (await portal.admin.call(listGroups, { query: { cohort } })).groups.map(
        ({ fypGroupName }) => fypGroupName,
      );
    expect([await of('2027'), await of('2028')]).toEqual([['BSCS-2027-001'], ['BSCS-2028-001']]);
  });

  test('appears on the home page and accepts proposals once it is the current cohort', async ({
    portal,
  }) => {
    await open(portal, '2028', true);
    const home = await portal.visitor.call(findHome);
    expect([home.department.session, home.deadlines.length]).toEqual(['Session 2028', 1]);
    const team = await createTestGroup(portal, { program: 'BSCS' });
    const { group } = await team.student.caller.call(findGroup, {
      params: { email: team.student.email },
    });
    expect(group.fypGroupName).toBe('BSCS-2028-001');
    const { cohorts } = await portal.admin.call(listCohorts);
    expect(cohorts.filter(({ isCurrent }) => isCurrent).map(({ code }) => code)).toEqual(['2028']);
  });

  test.for([
    ['a name that another cohort has', { name: 'Session 2026–27' }, 'name-taken', 'name'],
    ['a code that another cohort has', { code: '2027' }, 'name-taken', 'code'],
    ['a code with invalid characters', { code: '2027 F' }, 'invalid', 'code'],
    [
      'a date that does not exist',
      { deadlines: [{ title: 'A', due: '2027-02-30 10:00' }] },
      'invalid',
      '0.due',
    ],
    [
      'a deadline for an unknown program',
      { deadlines: [{ title: 'A', due: '2027-02-20 10:00', programs: ['BSX'] }] },
      'invalid',
      '0.programs.0',
    ],
  ] as const)('is rejected for %s', async ([, changes, code, field], { portal }) => {
    const from = portal.content.current._id;
    const body = { name: 'Session 2027–28', code: '2028', from, deadlines, ...changes };
    const refused = await expectRefusal(portal, portal.admin, addCohort, { body });
    expect([refused.code, Object.keys(refused.fields ?? {})]).toEqual([code, [field]]);
  });
});

describe('a closed cohort', () => {
  test('remains readable, and nothing in it can be changed until it is reopened', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal);
    await saveTestMarks(team, team.supervisor, { month1: { marks: 9 } });
    await open(portal, '2028', true);
    await close(portal, '2027');

    const { supervisor, student, groupId } = team;
    const upload = {
      params: { kind: 'thesis', email: student.email },
      body: { file: toFile(buildPdf(), 'thesis.pdf') },
    };
    const { fypGroupName } = (await portal.admin.call(listGroups)).groups[0] ?? {};
    for (const [who, endpoint, input] of [
      [supervisor.caller, saveMarks, { body: buildMarksBody(team, { month1: { marks: 8 } }) }],
      [student.caller, uploadDocument, upload],
      [portal.admin, updateGroup, { params: { groupId }, body: { fypTitle: 'Another title' } }],
      [portal.admin, deleteGroup, { params: { groupId } }],
    ] as const) {
      const refused = await expectRefusal(portal, who, endpoint, input as object);
      expect([refused.code, refused.message]).toEqual([
        'cohort-closed',
        'Session 2026–27 is closed and can’t be changed. An admin can reopen it under Settings.',
      ]);
    }
    const reply = await student.caller.call(findGroup, { params: { email: student.email } });
    expect([reply.group.fypGroupName, reply.member.month1?.marks]).toEqual([fypGroupName, 9]);
    // Closing the cohort has queued the pending email about marks.
    expect(await readMarksEmails(portal)).toHaveLength(1);
    expect((await supervisor.caller.call(mailGroup, { params: { groupId } })).queued).toBe(0);

    await portal.admin.call(reopenCohort, at(await readCohort(portal, '2027')));
    await saveTestMarks(team, supervisor, { month1: { marks: 8 } });
  });

  test('allows its students to submit a proposal in another cohort, so that they have a group in each cohort', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal, { size: 1 });
    const { student } = team;
    await open(portal, '2028', true);
    const body = buildProposal([student], { supervisor: team.supervisor.name });
    const early = await expectRefusal(portal, student.caller, submitProposal, { body });
    expect(early.code).toBe('already-in-group');
    await close(portal, '2027');
    await student.caller.call(submitProposal, { body });
    const seen = async (cohort?: string) => {
      const input = { params: { email: student.email }, query: { cohort } };
      const { group } = await student.caller.call(findGroup, input);
      return group.fypGroupName.split('-')[1];
    };
    expect([await seen(), await seen('2027'), await seen('2028')]).toEqual([
      '2028',
      '2027',
      '2028',
    ]);
    const again = at(await readCohort(portal, '2027'));
    const refused = await expectRefusal(portal, portal.admin, reopenCohort, again);
    expect(refused.code).toBe('already-in-group');
  });

  test('keeps the supervisors of its groups even if they lose the faculty role, until the cohort is reopened', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal);
    await open(portal, '2028', true);
    const other = await createTestGroup(portal, { supervisor: team.supervisor.name });
    await close(portal, '2027');
    const params = { userId: team.supervisor.userId };
    await portal.admin.call(updateUser, { params, body: { name: 'Dr. Renamed' } });
    await portal.admin.call(updateUser, { params, body: { role: 'student' } });
    const staffOf = async ({ groupId }: TestGroup) => {
      const { group } = await portal.admin.call(readGroup, { params: { groupId } });
      return [group.supervisor, group.supervisorId];
    };
    const { name, userId } = team.supervisor;
    expect([await staffOf(team), await staffOf(other)]).toEqual([
      [name, userId],
      ['Dr. Renamed', null],
    ]);
    await portal.admin.call(reopenCohort, at(await readCohort(portal, '2027')));
    expect(await staffOf(team)).toEqual([name, null]);
  });

  test('cannot be renamed or closed again, and could not be closed while it was current or with a stale version', async ({
    portal,
  }) => {
    const first = await readCohort(portal, '2027');
    const current = await expectRefusal(portal, portal.admin, closeCohort, at(first));
    expect(current.message).toBe(
      'Session 2026–27 is the current session. Make another one current first.',
    );
    const next = await open(portal, '2028');
    const makeCurrent = {
      ...at(next),
      body: { version: next.version, makeCurrent: true as const },
    };
    await portal.admin.call(updateCohort, makeCurrent);
    const stale = await expectRefusal(portal, portal.admin, closeCohort, at(first));
    expect(stale.code).toBe('stale-version');
    await close(portal, '2027');
    const twice = at(await readCohort(portal, '2027'));
    expect((await expectRefusal(portal, portal.admin, closeCohort, twice)).code).toBe(
      'cohort-closed',
    );
    const rename = { ...twice, body: { ...twice.body, name: 'Another' } };
    expect((await expectRefusal(portal, portal.admin, updateCohort, rename)).code).toBe(
      'cohort-closed',
    );
  });
});
