import { describe, expect } from 'vitest';
import { updateGroup } from '#contract/admin/group-edits.ts';
import { findBoard } from '#contract/board.ts';
import { findDesk } from '#contract/desk.ts';
import { uploadDocument } from '#contract/documents.ts';
import { findInsights, findSpread } from '#contract/insights.ts';
import { getSetting, saveSetting } from '#contract/settings/settings.ts';
import { listCertificates } from '#contract/students/certificates.ts';
import { countMissedDeadlines } from '#server/board/count-missed.ts';
import { streamSubmissionStates } from '#server/board/list-states.ts';
import { isPostgres } from '#server/db/migrate.ts';
import { selectGroup } from '#server/groups/lists/select-groups-in-scope.ts';
import { runBackgroundJobs } from '#server/http/background-jobs.ts';
import { buildCohortQueryParams } from '#server/test/content/settings.ts';
import {
  createTestGroup,
  dateBeforeReports,
  getItemAt,
  type TestGroup,
} from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';
import { saveTestMarks } from '#server/test/records/marking.ts';
import { setGroupDeadline } from '#server/test/records/notices.ts';
import { letLastMemberLeave } from '#server/test/records/people.ts';
import { buildPdf } from '#tools/test/files/sample-files.ts';
import { toFile } from '#tools/test/people.ts';
import { getSummaryRules } from './read-summaries.ts';
import { buildRulesKey } from './summarise.ts';
import { updateGroupSummaries } from './update-summaries.ts';

const november = 'november-monthly-report';
const december = 'december-monthly-report';

/** Returns the states of a group by deadline, as the filter of the board sees them. */
async function statesOf(portal: Portal, { groupId }: TestGroup) {
  const { db, content } = portal;
  const batches = streamSubmissionStates(portal, selectGroup(db, groupId), content.current);
  const [row] = (await Array.fromAsync(batches)).flat();
  return Object.fromEntries(
    content.current.deadlines.map(({ _id }, column) => [_id, row?.states[column]]),
  );
}

/** Returns the states as the rows of the board show them, which are derived from all files. */
async function shownStatesOf(portal: Portal, { groupId }: TestGroup) {
  const { deadlines, rows } = await portal.admin.call(findBoard, {});
  const row = rows.find(({ _id }) => _id === groupId);
  return Object.fromEntries(
    deadlines.map(({ _id }, column) => [_id, row?.deadlines[column]?.state ?? null]),
  );
}

const readSummary = ({ db }: Portal, { groupId }: TestGroup) =>
  db
    .selectFrom('group_summaries')
    .selectAll()
    .where('group_id', '=', groupId)
    .executeTakeFirstOrThrow();

/** Returns the replies that are derived from summaries. */
const readReplies = async ({ admin }: Portal) => ({
  desk: await admin.call(findDesk),
  certificates: await admin.call(listCertificates, { query: {} }),
  insights: await admin.call(findInsights, { query: {} }),
  spread: await admin.call(findSpread, { query: {} }),
});

const uploadReport = ({ student }: TestGroup, deadline: string) =>
  student.caller.call(uploadDocument, {
    params: { kind: 'report', email: student.email },
    query: { deadline },
    body: { file: toFile(buildPdf({ title: deadline }), 'report.pdf') },
  });

async function changeGroup({ admin }: Portal, { groupId, group }: TestGroup, body: object) {
  await admin.call(updateGroup, {
    params: { groupId },
    body: { version: group.version, ...body },
  });
}

async function changeSetting<Value>(
  portal: Portal,
  name: 'deadlines' | 'courses',
  edit: (value: Value) => void,
) {
  const params = { name };
  const { value, version } = await portal.admin.call(getSetting, { params });
  edit(value as Value);
  const query = name === 'deadlines' ? buildCohortQueryParams(portal) : {};
  await portal.admin.call(saveSetting, { params, query, body: { version, value } });
}

const changes: [name: string, change: (portal: Portal, team: TestGroup) => Promise<unknown>][] = [
  ['a file is uploaded', (_portal, team) => uploadReport(team, december)],
  [
    'a file is deleted',
    ({ db }, { groupId }) => db.deleteFrom('documents').where('group_id', '=', groupId).execute(),
  ],
  [
    'a file is submitted for another deadline',
    ({ db }) => db.updateTable('submissions').set({ deadline_id: december }).execute(),
  ],
  [
    'a member joins',
    async ({ db }, { ids }) => {
      const member = await db
        .selectFrom('members')
        .selectAll()
        .where('id', '=', getItemAt(ids, 0))
        .executeTakeFirstOrThrow();
      const id = crypto.randomUUID();
      const changes = {
        id,
        position: 3,
        email: `${id}@university.test`,
        roll_key: id,
        user_id: null,
      };
      await db
        .insertInto('members')
        .values({ ...member, ...changes })
        .execute();
    },
  ],
  ['a member leaves', (portal, team) => letLastMemberLeave(portal, team)],
  [
    'the group moves to another program',
    (portal, team) => changeGroup(portal, team, { program: 'BSSE' }),
  ],
  [
    'a deadline requires another file',
    (portal) =>
      changeSetting(portal, 'deadlines', (deadlines: { documents?: string[] }[]) => {
        for (const deadline of deadlines) deadline.documents?.push('proposal');
      }),
  ],
  [
    'a student is marked',
    (_portal, team) => saveTestMarks(team, team.supervisor, { month1: { marks: 7.5 } }),
  ],
  [
    'a certificate is added',
    ({ db, clock }, { ids }) => {
      const at = clock().toISOString();
      const certificate = { title: 'Java', provider: '', counts_for: 'optional', revision: 1 };
      return db
        .insertInto('certificates')
        .values({
          ...{ ...certificate, id: crypto.randomUUID(), member_id: getItemAt(ids, 0) },
          ...{ state: 'accepted', created_at: at, changed_at: at },
        })
        .execute();
    },
  ],
  [
    'the certificates are checked as a whole',
    async ({ db, clock }, { student, ids }) => {
      await student.caller.call(uploadDocument, {
        params: { kind: 'certificate', email: student.email },
        body: { file: toFile(buildPdf({ title: 'Certificates' }), 'certificates.pdf') },
      });
      await db
        .updateTable('documents')
        .set({ checked_at: clock().toISOString() })
        .where('member_id', '=', getItemAt(ids, 0))
        .execute();
    },
  ],
  [
    'the rule for certificates changes',
    (portal) =>
      changeSetting(portal, 'courses', (courses: { rule: { minimumOptional: number } }) => {
        courses.rule.minimumOptional = 0;
      }),
  ],
  [
    'the group gets a later date',
    (portal, team) => setGroupDeadline(portal, team, '2027-03-01T18:59:00.000Z', november),
  ],
];

/** Counts the groups of the board that have missed each deadline. */
async function countMissedOnBoard({ admin }: Portal) {
  const { deadlines, rows } = await admin.call(findBoard, {});
  return deadlines.flatMap(({ _id: deadlineId, title }, column) => {
    const count = rows.filter((row) => row.deadlines[column]?.state === 'missed').length;
    return count > 0 ? [{ deadlineId, title, count }] : [];
  });
}

describe('group summaries', () => {
  test.for(changes)(
    'do not change any reply, before and after %s',
    async ([, change], { portal }) => {
      const { db, content } = portal;
      const team = await createTestGroup(portal, {
        program: 'BSCS',
        createdAt: dateBeforeReports,
        size: 2,
      });
      await uploadReport(team, november);
      const neighbour = await createTestGroup(portal, { createdAt: dateBeforeReports });
      const all = db.selectFrom('groups').where('deleted_at', 'is', null);
      const expectSameReplies = async () => {
        const computed = await readReplies(portal);
        for (const each of [team, neighbour])
          expect(await statesOf(portal, each)).toEqual(await shownStatesOf(portal, each));
        const missed = await countMissedDeadlines(portal, all, content.current);
        expect(missed).toEqual(await countMissedOnBoard(portal));
        await updateGroupSummaries(portal);
        expect(await readReplies(portal)).toEqual(computed);
        for (const each of [team, neighbour])
          expect(await statesOf(portal, each)).toEqual(await shownStatesOf(portal, each));
        expect(await countMissedDeadlines(portal, all, content.current)).toEqual(missed);
      };
      await expectSameReplies();
      const { completed, rules_key } = await readSummary(portal, team);
      expect(rules_key).not.toBeNull();
      expect(JSON.parse(completed)).toEqual({
        [november]: Math.floor(portal.clock().getTime() / 60_000),
      });
      await change(portal, team);
      await expectSameReplies();
    },
  );

  test('include a change that was not yet committed when the summaries were computed', async ({
    portal,
  }) => {
    const { db } = portal;
    const team = await createTestGroup(portal, { createdAt: dateBeforeReports });
    await uploadReport(team, november);
    await updateGroupSummaries(portal);
    const { updating } = await db.transaction().execute(async (trx) => {
      await trx
        .updateTable('submissions')
        .set({ deadline_id: december })
        .where('deadline_id', '=', november)
        .execute();
      const updating = updateGroupSummaries(portal);
      // SQLite runs the update after this transaction. PostgreSQL skips the row that this transaction has locked.
      if (isPostgres(db)) await updating;
      return { updating };
    });
    await updating;
    const expected = { [november]: 'missed', [december]: 'late' };
    expect(await statesOf(portal, team)).toMatchObject(expected);
    await updateGroupSummaries(portal);
    expect(await statesOf(portal, team)).toMatchObject(expected);
  });

  test('are computed with settings that another process has changed', async ({ portal }) => {
    const { db, content } = portal;
    const team = await createTestGroup(portal);
    await updateGroupSummaries(portal);
    const { rules_key: before } = await readSummary(portal, team);
    const newest = await db
      .selectFrom('settings')
      .selectAll()
      .where('name', '=', 'courses')
      .orderBy('version', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
    const courses = JSON.parse(newest.value);
    courses.rule.minimumOptional += 1;
    const changed = { version: newest.version + 1, value: JSON.stringify(courses) };
    await db
      .insertInto('settings')
      .values({ ...newest, ...changed })
      .execute();

    await runBackgroundJobs(portal, [{ run: updateGroupSummaries }], () => true);
    const { rules_key: after } = await readSummary(portal, team);
    expect(after).not.toBe(before);
    expect(after).toBe(buildRulesKey(getSummaryRules(portal, content.current)));
  });
});
