import { describe, expect } from 'vitest';
import { updateGroup } from '#contract/admin/group-edits.ts';
import { countBoard, exportBoard, findBoard } from '#contract/board.ts';
import { deleteGroup } from '#contract/groups.ts';
import { updateUser } from '#contract/users.ts';
import {
  createTestGroup,
  createTestUser,
  dateBeforeReports,
  getItemAt,
  type TestGroup,
} from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';
import { listExportEntries } from '#server/test/records/exports.ts';
import { markTestGroup } from '#server/test/records/marking.ts';
import { setGroupDeadline } from '#server/test/records/notices.ts';
import { expectRefusal } from '#server/test/refusal.ts';
import type { ApiCaller } from '#tools/test/caller.ts';

const november = 'november-monthly-report';
const hour = 3_600_000;

const read = (caller: ApiCaller, query: object = {}) => caller.call(findBoard, { query });
const names = async (caller: ApiCaller, query: object = {}) =>
  (await read(caller, query)).rows.map(({ fypGroupName }) => fypGroupName);

async function cellOf(portal: Portal, { groupId }: TestGroup, deadlineId = november) {
  const { deadlines, rows } = await read(portal.admin);
  const row = rows.find(({ _id }) => _id === groupId);
  return row?.deadlines[deadlines.findIndex(({ _id }) => _id === deadlineId)];
}

/** Inserts report versions that were uploaded `hoursAfter` the deadline; negative numbers mean before it. */
async function insertReports(portal: Portal, { groupId }: TestGroup, ...hoursAfter: number[]) {
  const due = portal.content.current.deadlines.find(({ _id }) => _id === november)?.due ?? '';
  const versions = hoursAfter.map((hours, index) => ({
    id: crypto.randomUUID(),
    kind: 'report' as const,
    group_id: groupId,
    deadline_id: november,
    version: index + 1,
    name: 'report.pdf',
    media_type: 'application/pdf',
    size: 1,
    sha256: '',
    uploaded_by_name: 'A student',
    uploaded_at: new Date(Date.parse(due) + hours * hour).toISOString(),
  }));
  await portal.db.insertInto('documents').values(versions).execute();
  const submissions = versions.map(({ id, uploaded_at, uploaded_by_name }) => ({
    document_id: id,
    deadline_id: november,
    submitted_at: uploaded_at,
    submitted_by_name: uploaded_by_name,
  }));
  await portal.db.insertInto('submissions').values(submissions).execute();
}

describe('the board', () => {
  test('shows supervisors and examiners their own groups, shows the coordinator all groups, and omits groups in the bin', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal);
    const other = await createTestGroup(portal);
    const binned = await createTestGroup(portal, { supervisor: team.supervisor.name });
    await portal.admin.call(deleteGroup, { params: { groupId: binned.groupId } });
    const [ownName, foreign] = [team.group.fypGroupName, other.group.fypGroupName];
    expect(await names(portal.admin)).toEqual([ownName, foreign]);
    expect(await names(team.supervisor.caller)).toEqual([ownName]);
    expect(await names(team.examiner.caller)).toEqual([ownName]);
    expect(await names(other.supervisor.caller)).toEqual([foreign]);
    expect(await names((await createTestUser(portal, 'faculty')).caller)).toEqual([]);
  });

  test.for<[string, number[], object]>([
    ['missed without a submission', [], { state: 'missed', missing: ['report'] }],
    ['submitted in time', [-5], { state: 'submitted' }],
    ['late by the first late version', [72, 90, 100], { state: 'late', lateMs: 72 * hour }],
    ['submitted in time even if later versions follow', [-5, -1, 10, 20], { state: 'submitted' }],
    ['submitted with one version before and one after it', [-5, 10], { state: 'submitted' }],
  ])('shows that a deadline is %s', async ([, hours, expected], { portal }) => {
    const team = await createTestGroup(portal, { createdAt: dateBeforeReports });
    if (hours.length > 0) await insertReports(portal, team, ...hours);
    expect(await cellOf(portal, team)).toEqual(expected);
  });

  test('shows deadlines that passed before a group was created, but does not count them as missed', async ({
    portal,
  }) => {
    const older = await createTestGroup(portal, { createdAt: dateBeforeReports });
    const younger = await createTestGroup(portal);
    expect(await cellOf(portal, older)).toEqual({ state: 'missed', missing: ['report'] });
    expect(await cellOf(portal, younger)).toEqual({ state: 'before-group', missing: ['report'] });
    const [old, young] = [older.group.fypGroupName, younger.group.fypGroupName];
    expect(await names(portal.admin, { state: 'missed', deadline: november })).toEqual([old]);
    expect(await names(portal.admin, { state: 'before-group', deadline: november })).toEqual([
      young,
    ]);
    await insertReports(portal, younger, 30, 60);
    expect(await cellOf(portal, younger)).toEqual({ state: 'submitted' });
  });

  test('shows a group’s extended due date, and does not count submissions before that date as late', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal, { createdAt: dateBeforeReports });
    await insertReports(portal, team, 30, 60, 90);
    expect(await cellOf(portal, team)).toEqual({ state: 'late', lateMs: 30 * hour });
    const due = '2026-12-02T18:59:00.000Z';
    await setGroupDeadline(portal, team, due, november);
    expect(await cellOf(portal, team)).toEqual({ state: 'submitted', due });
  });

  test('returns the number of marked students for each milestone, and each member’s marks on request', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal, { size: 3 });
    await markTestGroup(team, 7, undefined, 0);
    const first = async (query: object) =>
      getItemAt((await read(team.supervisor.caller, query)).rows, 0).milestones.slice(1, 3);
    expect(await first({})).toEqual([{ marked: 2 }, { marked: 0 }]);
    expect(await first({ marks: 'true' })).toEqual([
      { marked: 2, marks: [7, null, 0] },
      { marked: 0, marks: [null, null, null] },
    ]);
  });

  test('can be filtered by program, category, supervisor, state and search words', async ({
    portal,
  }) => {
    const firstTeam = await createTestGroup(portal, {
      program: 'BSCS',
      category: 'IOT',
      title: 'A robot',
      createdAt: dateBeforeReports,
    });
    const secondTeam = await createTestGroup(portal, {
      program: 'BSSE',
      category: 'Networking',
      title: 'A shop',
    });
    await insertReports(portal, firstTeam, 1);
    const [first, second] = [[firstTeam.group.fypGroupName], [secondTeam.group.fypGroupName]];
    expect(await names(portal.admin, { program: 'BSCS' })).toEqual(first);
    expect(await names(portal.admin, { category: 'Networking' })).toEqual(second);
    expect(await names(portal.admin, { supervisor: secondTeam.supervisor.userId })).toEqual(second);
    expect(await names(portal.admin, { q: `robot ${firstTeam.student.name}` })).toEqual(first);
    expect(await names(portal.admin, { state: 'late', deadline: november })).toEqual(first);
    expect(await names(portal.admin, { state: 'late', q: 'shop' })).toEqual([]);
  });

  test('is sorted by program and number, can be paged, and returns the total number of groups', async ({
    portal,
  }) => {
    const programs = ['BSSE', 'BSCS', 'BSCS'] as const;
    for (const program of programs)
      await createTestGroup(portal, { program, createdAt: dateBeforeReports });
    const all = await names(portal.admin);
    expect(all).toHaveLength(3);

    const first = await read(portal.admin, { limit: 2 });
    expect(first).toMatchObject({ groups: 3, total: 3 });
    expect(first.rows.map(({ fypGroupName }) => fypGroupName)).toEqual(all.slice(0, 2));
    expect(await names(portal.admin, { limit: 2, page: 2 })).toEqual(all.slice(2));
    expect(await names(portal.admin, { limit: 2, page: 3 })).toEqual([]);

    const narrowed = await read(portal.admin, { limit: 1, page: 2, program: 'BSCS' });
    expect(narrowed).toMatchObject({ groups: 3, total: 2 });
    expect(narrowed.rows.map(({ fypGroupName }) => fypGroupName)).toEqual(all.slice(1, 2));
    const missed = await read(portal.admin, { limit: 2, page: 2, state: 'missed' });
    expect(missed).toMatchObject({ groups: 3, total: 3 });
    expect(missed.rows.map(({ fypGroupName }) => fypGroupName)).toEqual(all.slice(2));
  });

  test('can be searched regardless of accents, by current titles and names but not by former ones', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal, { title: 'Überwachung der Straße' });
    const expected = [team.group.fypGroupName];
    expect(await names(portal.admin, { q: 'UBERWACHUNG der' })).toEqual(expected);
    expect(await names(portal.admin, { q: team.student.email })).toEqual(expected);
    const { version } = team.group;
    const params = { groupId: team.groupId };
    await portal.admin.call(updateGroup, { params, body: { version, fypTitle: 'A lighthouse' } });
    expect(await names(portal.admin, { q: 'uberwachung' })).toEqual([]);
    expect(await names(portal.admin, { q: 'lighthouse' })).toEqual(expected);
    const user = {
      params: { userId: team.supervisor.userId },
      body: { name: 'Dr. Zainab Quresh' },
    };
    await portal.admin.call(updateUser, user);
    expect(await names(portal.admin, { q: 'zainab quresh' })).toEqual(expected);
    expect(await names(portal.admin, { q: team.supervisor.name })).toEqual([]);
    expect(await names(portal.admin, { q: 'light%house' })).toEqual([]);
  });
});

describe('the counts of the board', () => {
  test('include only the caller’s groups that match the filter, and agree with the board filtered by the state', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal, { createdAt: dateBeforeReports });
    const other = await createTestGroup(portal, { createdAt: dateBeforeReports });
    await insertReports(portal, other, 30);
    const request = {
      id: crypto.randomUUID(),
      group_id: team.groupId,
      deadline_id: november,
      reason: '',
      asked_due: '2027-01-31T00:00:00.000Z',
      asked_by: team.student.userId,
      asked_by_name: team.student.name,
      asked_at: portal.clock().toISOString(),
    };
    await portal.db.insertInto('extension_requests').values(request).execute();
    const [ownName, foreign] = [team.group.fypGroupName, other.group.fypGroupName];
    const groupsIn = async (caller: ApiCaller, query: object = {}) => {
      const { counts } = await caller.call(countBoard, { query });
      const namesOf: Record<string, string[]> = {};
      for (const [state, count] of Object.entries(counts)) {
        namesOf[state] = await names(caller, { ...query, state });
        expect(namesOf[state]).toHaveLength(count);
      }
      return namesOf;
    };
    expect(await groupsIn(portal.admin, { deadline: november })).toEqual({
      missed: [ownName],
      'due-week': [],
      late: [foreign],
      waiting: [ownName],
    });
    const ofOwn = { missed: [ownName], late: [], waiting: [ownName] };
    expect(await groupsIn(team.supervisor.caller)).toMatchObject(ofOwn);
    expect(await groupsIn(portal.admin, { q: ownName })).toMatchObject(ofOwn);
    expect(await groupsIn(team.examiner.caller)).toMatchObject({ waiting: [] });
    expect(await groupsIn(other.supervisor.caller, { deadline: november })).toMatchObject({
      missed: [],
      late: [foreign],
      waiting: [],
    });
    const [row] = (await read(team.supervisor.caller)).rows;
    expect(row).toMatchObject({ isWaiting: true });
  });
});

describe('a group’s certificates', () => {
  test('are counted on the board and in its export', async ({ portal }) => {
    const team = await createTestGroup(portal, { size: 3 });
    const now = portal.clock().toISOString();
    const internship = { title: 'Internship', provider: '', counts_for: 'internship', revision: 1 };
    await portal.db
      .insertInto('certificates')
      .values(
        team.ids.slice(0, 2).map((member_id) => ({
          id: crypto.randomUUID(),
          member_id,
          ...internship,
          state: 'accepted' as const,
          created_at: now,
          changed_at: now,
        })),
      )
      .execute();
    expect(getItemAt((await read(team.supervisor.caller)).rows, 0).certificates).toBe(2);
    const body = { groupIds: [team.groupId], columns: ['certificates'], marks: false };
    const file = await (await portal.admin.request(exportBoard, { body })).text();
    expect(file).toContain('2 of 3 complete');
  });
});

describe('the board export', () => {
  const save = async (caller: ApiCaller, body: object) => {
    const response = await caller.request(exportBoard, { body: { marks: false, ...body } });
    return (await response.text()).replace(/^\uFEFF/, '').split('\r\n');
  };

  test('has the requested rows and columns in the requested order, and is recorded in the audit trail', async ({
    portal,
  }) => {
    const firstTeam = await createTestGroup(portal, { size: 2, createdAt: dateBeforeReports });
    const secondTeam = await createTestGroup(portal, { size: 1, createdAt: dateBeforeReports });
    await insertReports(portal, firstTeam, 50);
    await markTestGroup(firstTeam, 7, 8);
    const [head, first, second] = await save(portal.admin, {
      groupIds: [secondTeam.groupId, firstTeam.groupId],
      columns: [`deadline:${november}`, 'milestone:month1'],
      marks: true,
    });
    expect(head).toBe(
      'Group,Title,Program,Category,Supervisor,Members,November Monthly Report,Month 1,Month 1: mean',
    );
    expect(first).toMatch(new RegExp(`^${secondTeam.group.fypGroupName},.*,Overdue,Not marked,$`));
    expect(second).toMatch(
      new RegExp(
        `^${firstTeam.group.fypGroupName},.*,Submitted late by 2 days,"Marked: 7, 8; mean 7.5",7.5$`,
      ),
    );
    expect(getItemAt(await listExportEntries(portal), 0)).toMatch(
      /^Board: only cohort: .*, groups: 2, /,
    );
  });

  test('can contain a supervisor’s own groups, but is rejected if the supervisor also requests another group', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal);
    const other = await createTestGroup(portal);
    const ownBody = { groupIds: [team.groupId], columns: [], marks: false };
    expect(await save(team.supervisor.caller, ownBody)).toHaveLength(3);
    const body = { ...ownBody, groupIds: [team.groupId, other.groupId] };
    const refusal = await expectRefusal(portal, team.supervisor.caller, exportBoard, { body });
    expect(refusal).toMatchObject({ status: 404, code: 'not-found' });
  });

  test('rejects a column that the cohort does not have', async ({ portal }) => {
    const team = await createTestGroup(portal);
    const body = { groupIds: [team.groupId], columns: ['deadline:never'], marks: false };
    const refusal = await expectRefusal(portal, portal.admin, exportBoard, { body });
    expect(refusal).toMatchObject({ status: 400, fields: { columns: expect.any(String) } });
  });
});
