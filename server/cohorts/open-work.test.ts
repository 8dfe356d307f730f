import { describe, expect } from 'vitest';
import { findAttention } from '#contract/admin/attention.ts';
import { findFigures } from '#contract/admin/figures.ts';
import { findDesk } from '#contract/desk.ts';
import { deleteGroup } from '#contract/groups.ts';
import {
  addCohort,
  closeCohort,
  findOpenWork,
  listCohorts,
  reopenCohort,
} from '#contract/settings/cohorts.ts';
import { askExtension, decideExtension, listExtensionRequests } from '#contract/submissions.ts';
import {
  createTestGroup,
  createTestUser,
  dateBeforeReports,
  getItemAt,
  type TestGroup,
} from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';
import { addTestAnnouncement, laterPublishDate } from '#server/test/records/announcements.ts';
import {
  addTestCertificate,
  decideTestCertificates,
  uploadCertificates,
} from '#server/test/records/certificates.ts';
import { recordViva, saveTestMarks } from '#server/test/records/marking.ts';
import { createObjectionLink } from '#server/test/records/objections.ts';
import { expectRefusal } from '#server/test/refusal.ts';

const thesis = 'thesis-and-sim-report-soft-copies';
const ask = async ({ student, groupId }: TestGroup, deadlineId = thesis) => {
  const body = { deadlineId, askedDue: '2027-08-01T09:00:00.000Z', reason: 'Ill.' };
  const { request } = await student.caller.call(askExtension, { params: { groupId }, body });
  return request;
};

const cohortOf = async (portal: Portal, code: string) => {
  const { cohorts } = await portal.admin.call(listCohorts);
  const cohort = cohorts.find((candidate) => candidate.code === code);
  if (!cohort) throw new Error(`There is no cohort ${code}.`);
  return cohort;
};

/** Creates the cohort 2027 with open work of every kind, and the current cohort 2028 with one extension request. */
async function open(portal: Portal) {
  const team = await createTestGroup(portal, { supervisor: 'other', createdAt: dateBeforeReports });
  const request = await ask(team);
  const now = portal.clock().toISOString();
  const objection = await createObjectionLink(portal.db, team.groupId, portal.clock(), {
    objected_at: now,
  });
  await addTestAnnouncement(portal, { title: 'Viva week', publishAt: laterPublishDate });
  await uploadCertificates(team);
  await addTestCertificate(team, 'java');
  await addTestCertificate(team, 'python');
  await decideTestCertificates(portal, team, [0], { decision: 'accepted' });
  await portal.db.deleteFrom('emails').execute();
  await saveTestMarks(team, { caller: portal.admin }, { month1: { marks: 9 } });
  const body = { code: '2028', from: portal.content.current._id, makeCurrent: true };
  const deadlines = [{ id: thesis, title: 'Thesis', due: '2027-05-25 23:00' }];
  await portal.admin.call(addCohort, { body: { ...body, name: 'Next', deadlines } });
  const neighbour = await createTestGroup(portal);
  const theirs = await ask(neighbour);
  return { team, request, objection, neighbour, theirs };
}

async function closing(portal: Portal, choices: object = {}) {
  const { _id: cohortId, version } = await cohortOf(portal, '2027');
  const { seen } = await portal.admin.call(findOpenWork, { params: { cohortId } });
  return { params: { cohortId }, body: { version, seen, ...choices } };
}

const reopen = async (portal: Portal) => {
  const { _id: cohortId, version } = await cohortOf(portal, '2027');
  return portal.admin.call(reopenCohort, { params: { cohortId }, body: { version } });
};

describe('the list of unfinished work before a cohort is closed', () => {
  test('counts milestones without marks, missed deadlines, vivas without a result and incomplete certificates of that cohort only', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal, { createdAt: dateBeforeReports });
    const { _id: cohortId } = portal.content.current;
    const find = async () =>
      (await portal.admin.call(findOpenWork, { params: { cohortId } })).unfinished;
    await saveTestMarks(team, team.supervisor, { month1: { marks: 0 } });
    await saveTestMarks(team, team.supervisor, { month2: { feedback: 'Show me.' } });
    await recordViva(team);
    const before = await find();
    const students = Object.fromEntries(
      before.unmarked.map((milestone) => [milestone.milestone, milestone.students]),
    );
    // A mark of 0 is a mark, and feedback alone is none.
    expect(students).toMatchObject({ month1: 1, month2: 2, thesis: 2 });
    expect(before).toMatchObject({ withoutOutcome: 0, withoutCertificates: 2 });
    expect(before.missed.map(({ count }) => count)).toContain(1);
    const viva = { vivaStatus: 'reschedule' };
    await saveTestMarks(team, team.examiner, {}, 'External Viva', viva);
    expect((await find()).withoutOutcome).toBe(1);

    const deadlines = [{ id: thesis, title: 'Thesis', due: '2027-05-25 23:00' }];
    const next = { code: '2028', from: cohortId, makeCurrent: true, name: 'Next', deadlines };
    await portal.admin.call(addCohort, { body: next });
    await createTestGroup(portal, { size: 3 });
    expect(await find()).toMatchObject({ withoutOutcome: 1, withoutCertificates: 2 });
    await portal.admin.call(deleteGroup, { params: { groupId: team.groupId } });
    expect(await find()).toEqual({
      ...{ unmarked: [], missed: [], withoutOutcome: 0, withoutCertificates: 0 },
    });
  });
});

const requestsOf = async ({ caller }: Pick<TestGroup['supervisor'], 'caller'>) =>
  (await caller.call(listExtensionRequests)).requests.map(({ _id, decision }) => [_id, decision]);

const textsOf = async ({ caller }: Pick<TestGroup['supervisor'], 'caller'>) =>
  (await caller.call(findDesk)).items.map(({ text }) => text);

describe('a cohort’s open work', () => {
  test('is listed before the cohort is closed, excluding the work of other cohorts', async ({
    portal,
  }) => {
    const { team } = await open(portal);
    const { params } = await closing(portal);
    const work = await portal.admin.call(findOpenWork, { params });
    const { fypGroupName, fypGroupMembers } = team.group;
    expect(work).toEqual({
      seen: expect.stringMatching(/^[0-9a-f]{64}$/),
      isEmpty: false,
      requests: [
        { fypGroupName, title: 'Thesis and Sim-report soft copies', askedBy: team.student.name },
      ],
      leaving: 0,
      objections: [{ fypGroupName, memberName: getItemAt(fypGroupMembers, 1).name }],
      announcements: [{ title: 'Viva week', publishAt: laterPublishDate }],
      untold: 1,
      unchecked: 1,
      unbound: 0,
      contested: 0,
      owed: 1,
      queued: 0,
      failed: 0,
      unfinished: expect.objectContaining({ withoutOutcome: 1, withoutCertificates: 2 }),
    });
  });

  test.for([
    ['was not reviewed', undefined],
    ['was reviewed before other work appeared', 'f'.repeat(64)],
  ])(
    'that %s prevents closing the cohort and is listed in the error',
    async ([, seen], { portal }) => {
      await open(portal);
      const refused = await expectRefusal(
        portal,
        portal.admin,
        closeCohort,
        await closing(portal, { seen }),
      );
      expect([refused.status, refused.message]).toEqual([
        409,
        'Session 2026–27 wasn’t closed, because its open work has changed or wasn’t reviewed; open now: 1 extension request, 1 objection, 1 scheduled announcement, 1 student without an email about their certificates, 1 student with unchecked certificates. Review the list and choose again.',
      ]);
    },
  );

  test('prevents the cohort from being closed if some of it was added after the admin read the list', async ({
    portal,
  }) => {
    const { team } = await open(portal);
    const input = await closing(portal, { refuseRequests: 'The session is over.' });
    await ask(team, 'december-monthly-report');
    expect((await expectRefusal(portal, portal.admin, closeCohort, input)).code).toBe(
      'stale-version',
    );
  });

  test('is settled as the admin chose, in the transaction that closes the cohort', async ({
    portal,
  }) => {
    const { team, request, neighbour, theirs } = await open(portal);
    await portal.db.deleteFrom('emails').execute();
    const refuseRequests = 'The session is over.';
    const choices = { refuseRequests, settleObjections: true, sendResults: true };
    const { message } = await portal.admin.call(closeCohort, await closing(portal, choices));
    expect(message).toBe(
      'Session 2026–27 closed. 1 extension request declined, 1 objection settled, 1 scheduled announcement withdrawn, 1 certificate result emailed, 1 email about marks queued.',
    );
    const emails = await portal.db
      .selectFrom('emails')
      .select(['group_id', 'recipient', 'subject', 'text_body'])
      .orderBy('subject')
      .execute();
    expect(new Set(emails.map(({ group_id }) => group_id))).toEqual(new Set([team.groupId]));
    const refused = emails.filter(({ subject }) => subject.includes('extension declined'));
    expect(refused).toHaveLength(2);
    const explained = refused.filter(({ text_body }) => text_body.includes(refuseRequests));
    expect(explained).toMatchObject([{ recipient: team.student.email }]);
    await reopen(portal);
    expect(await requestsOf({ caller: portal.admin })).toEqual([[theirs._id, null]]);
    const rows = await portal.db
      .selectFrom('extension_requests')
      .select(['id', 'decision', 'decision_reason'])
      .execute();
    expect(rows).toContainEqual({
      id: request._id,
      decision: 'refused',
      decision_reason: refuseRequests,
    });
    expect(await requestsOf(neighbour.supervisor)).toEqual([[theirs._id, null]]);
    const { objections } = await portal.admin.call(findAttention);
    expect(objections).toEqual([]);
  });

  test('is hidden if it is undecided when the cohort is closed, and reappears unchanged when the cohort is reopened', async ({
    portal,
  }) => {
    const { team, request, theirs } = await open(portal);
    const staff = await createTestUser(portal, 'faculty');
    await portal.db
      .updateTable('groups')
      .set({ supervisor_id: staff.userId, external_examiner_id: null, external_examiner: 'Nobody' })
      .where('id', '=', team.groupId)
      .execute();
    const seen = async () => {
      const { objections, unboundNames } = await portal.admin.call(findAttention);
      const { waiting } = await portal.admin.call(findFigures);
      return {
        admin: await textsOf({ caller: portal.admin }),
        staff: await textsOf(staff),
        requests: [await requestsOf({ caller: portal.admin }), await requestsOf(staff)],
        attention: [objections, unboundNames],
        waiting: waiting.map(({ reason, total }) => [reason, total]),
      };
    };
    const student = await textsOf(team.student);
    expect(student).toContain(
      'December Monthly Report is overdue: upload it now, it counts as submitted late.',
    );
    const before = await seen();
    expect(before.requests).toEqual([
      [
        [request._id, null],
        [theirs._id, null],
      ],
      [[request._id, null]],
    ]);
    await portal.admin.call(closeCohort, await closing(portal));
    expect(await seen()).toEqual({
      admin: expect.not.arrayContaining([
        expect.stringMatching(/Two groups|not part of the group/),
      ]),
      staff: [],
      requests: [[[theirs._id, null]], []],
      attention: [[], []],
      waiting: [],
    });
    expect(await textsOf(team.student)).toEqual([]);
    await reopen(portal);
    expect(await seen()).toEqual(before);
    expect(await textsOf(team.student)).toEqual(student);
  });

  test('is decided only once if an admin closes the cohort while another admin grants an extension request', async ({
    portal,
  }) => {
    const { request } = await open(portal);
    const second = await createTestUser(portal, 'admin');
    const input = await closing(portal, { refuseRequests: 'The session is over.' });
    const decision = { decision: 'granted' as const, reason: 'Get well.' };
    const asked = { params: { requestId: request._id }, body: decision };
    const replies = await Promise.all([
      portal.admin.request(closeCohort, input),
      second.caller.request(decideExtension, asked),
    ]);
    const { closedAt } = await cohortOf(portal, '2027');
    const { decision: decided } = await portal.db
      .selectFrom('extension_requests')
      .select('decision')
      .where('id', '=', request._id)
      .executeTakeFirstOrThrow();
    const statuses = replies.map(({ status }) => status);
    expect([
      [200, 409, 'refused', true],
      [409, 200, 'granted', false],
    ]).toContainEqual([...statuses, decided, closedAt !== null]);
  });

  test('is settled only once if two admins close the cohort concurrently', async ({ portal }) => {
    await open(portal);
    const second = await createTestUser(portal, 'admin');
    const input = await closing(portal, { settleObjections: true });
    const replies = await Promise.all([
      portal.admin.request(closeCohort, input),
      second.caller.request(closeCohort, input),
    ]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
    const settled = await portal.db
      .selectFrom('audit_entries')
      .select('id')
      .where('action', '=', 'objection-settled')
      .execute();
    expect(settled).toHaveLength(1);
  });
});
