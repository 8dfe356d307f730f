import { describe, expect } from 'vitest';
import { findBoard } from '#contract/board.ts';
import { submitDocument, uploadDocument } from '#contract/documents.ts';
import { listChanges } from '#contract/history.ts';
import type { Problem } from '#contract/problem.ts';
import { saveSetting } from '#contract/settings/settings.ts';
import { listSubmissions } from '#contract/submissions.ts';
import { readAuditEntries } from '#server/test/audit/trail.ts';
import { buildSettingChange } from '#server/test/content/settings.ts';
import { waitUntilTransactionBlocks } from '#server/test/database.ts';
import { createTestGroup, type TestGroup, type TestUser } from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';
import { closeCurrentCohort } from '#server/test/records/cohorts.ts';
import { setGroupDeadline } from '#server/test/records/notices.ts';
import { expectRefusal } from '#server/test/refusal.ts';
import { buildPdf, buildZip } from '#tools/test/files/sample-files.ts';
import { toFile } from '#tools/test/people.ts';

const final = 'final-thesis-hard-copy-and-code-upload-zip';
const day = 24 * 3_600_000;

/** Adds a deadline for code on 1 February 2027, before the final code is due. The test clock shows 15 January 2027. */
async function withPrototype(
  portal: Portal,
  changes: { graceHours?: number; programs?: string[] } = {},
) {
  const prototype = { id: 'prototype', title: 'Prototype', due: '2027-02-01 23:59' };
  const input = await buildSettingChange(portal, 'deadlines', (list) => {
    list.push({ ...prototype, documents: ['code'], ...changes });
  });
  await portal.admin.call(saveSetting, input);
}

const asAdmin = (portal: Portal) => portal.logInAs(portal.adminId);

const code = (title: string) => toFile(buildZip({ [`${title}.txt`]: title }), `${title}.zip`);
const upload = (
  { caller, email }: Pick<TestUser, 'caller' | 'email'>,
  title: string,
  deadline?: string,
) =>
  caller.call(uploadDocument, {
    params: { kind: 'code', email },
    query: { deadline },
    body: { file: code(title) },
  });
const listed = async (portal: Portal, { groupId }: TestGroup) =>
  (await asAdmin(portal)).call(listSubmissions, { params: { groupId } });
const stateOf = async (portal: Portal, team: TestGroup, id: string) =>
  (await listed(portal, team)).submissions.find(({ deadlineId }) => deadlineId === id)?.state;
const statesOf = async (portal: Portal, team: TestGroup) =>
  Promise.all([stateOf(portal, team, 'prototype'), stateOf(portal, team, final)]);
const filesOf = (portal: Portal) =>
  portal.db.selectFrom('documents').select('id').where('kind', '=', 'code').execute();

/** Advances the clock by `days` and logs the user in again, because the session has expired by then. */
async function later(portal: Portal, days: number, { userId, email }: TestUser) {
  portal.wait(days * day);
  return { caller: await portal.logInAs(userId), email };
}

describe('a file of a kind that two deadlines require', () => {
  test('counts only for the next deadline if the request specifies no deadline', async ({
    portal,
  }) => {
    await withPrototype(portal);
    const team = await createTestGroup(portal);
    const { document } = await upload(team.student, 'prototype');
    expect(document.submissions).toEqual([{ deadlineId: 'prototype', at: document.uploadedAt }]);
    expect(await statesOf(portal, team)).toEqual(['submitted', 'not-due']);
    await upload(team.mate, 'improved');
    expect(await statesOf(portal, team)).toEqual(['submitted', 'not-due']);

    const student = await later(portal, 30, team.student);
    const second = await upload(student, 'second');
    expect(second.document).toMatchObject({ version: 3, submissions: [{ deadlineId: final }] });
    expect(await statesOf(portal, team)).toEqual(['submitted', 'submitted']);
    const { rows, deadlines } = await (await asAdmin(portal)).call(findBoard, { query: {} });
    const cells = rows[0]?.deadlines ?? [];
    const column = (id: string) => deadlines.findIndex(({ _id }) => _id === id);
    expect([cells[column('prototype')], cells[column(final)]]).toEqual([
      { state: 'submitted' },
      { state: 'submitted' },
    ]);
  });

  test('counts for the deadline that was next when the upload began, even if the due date passes during the upload', async ({
    portal,
  }) => {
    await withPrototype(portal);
    const team = await createTestGroup(portal);
    const due = Date.parse('2027-02-01T18:59:00.000Z');
    portal.wait(due - portal.clock().getTime());
    const student = {
      caller: await portal.logInAs(team.student.userId),
      email: team.student.email,
    };
    const { files } = portal;
    const keep = files.keep.bind(files);
    files.keep = async (...args) => {
      files.keep = keep;
      portal.wait(3_600_000);
      return keep(...args);
    };
    const { document, lateMs } = await upload(student, 'slow');
    expect(document.submissions).toMatchObject([{ deadlineId: 'prototype' }]);
    expect(lateMs).toBe(3_600_000);
    expect(await statesOf(portal, team)).toEqual(['late', 'not-due']);
  });

  test('is submitted for the next deadline if it is uploaded again a day later, but not if it is uploaded again after a minute', async ({
    portal,
  }) => {
    await withPrototype(portal);
    const team = await createTestGroup(portal);
    portal.wait(Date.parse('2027-02-01T18:59:59.000Z') - portal.clock().getTime());
    const enter = () => portal.logInAs(team.student.userId);
    const { email } = team.student;
    await upload({ caller: await enter(), email }, 'same');
    portal.wait(60_000);
    const repeated = await upload({ caller: await enter(), email }, 'same');
    expect(repeated.document).toMatchObject({
      version: 1,
      submissions: [{ deadlineId: 'prototype' }],
    });
    expect(await statesOf(portal, team)).toEqual(['submitted', 'not-due']);
    portal.wait(day);
    const again = await upload({ caller: await enter(), email }, 'same');
    expect(again.document.version).toBe(1);
    expect(again.document.submissions.map(({ deadlineId }) => deadlineId)).toEqual([
      'prototype',
      final,
    ]);
    expect(await filesOf(portal)).toHaveLength(1);
  });

  test('counts for only one deadline if two members upload versions concurrently', async ({
    portal,
  }) => {
    await withPrototype(portal);
    const team = await createTestGroup(portal);
    const replies = await Promise.all([upload(team.student, 'one'), upload(team.mate, 'two')]);
    expect(replies.map(({ document }) => document.version).toSorted()).toEqual([1, 2]);
    for (const { document } of replies) {
      expect(document.submissions).toMatchObject([{ deadlineId: 'prototype' }]);
    }
  });
});

const submit = ({ caller }: Pick<TestUser, 'caller'>, documentId: string, deadline = final) =>
  caller.call(submitDocument, { params: { documentId }, body: { deadline } });

describe('a stored version submitted for another deadline', () => {
  test('is rejected if the submitting member is removed from the group concurrently', async ({
    portal,
  }) => {
    await withPrototype(portal);
    const { student, groupId, ids } = await createTestGroup(portal);
    const { document } = await upload(student, 'prototype');
    const removal = portal.db.transaction().execute(async (trx) => {
      const group = trx.updateTable('groups').set({ changed_by: null });
      await group.where('id', '=', groupId).execute();
      const refusal = submit(student, document._id).catch((error: Problem) => error.code);
      await waitUntilTransactionBlocks(trx, portal.db);
      const member = trx.updateTable('members').set({ user_id: null, email: 'gone@u.test' });
      await member.where('id', '=', ids[0] ?? '').execute();
      return { refusal };
    });
    expect(await (await removal).refusal).toBe('not-found');
    const submissions = await portal.db.selectFrom('submissions').select('deadline_id').execute();
    expect(submissions.map(({ deadline_id }) => deadline_id)).not.toContain(final);
  });

  test('counts from the time of the submission and is confirmed by a receipt, but is not stored a second time', async ({
    portal,
  }) => {
    await withPrototype(portal);
    const team = await createTestGroup(portal);
    const neighbour = await createTestGroup(portal);
    await upload(neighbour.student, 'neighbour');
    const { document } = await upload(team.student, 'prototype');
    const student = await later(portal, 20, team.student);
    const { reusable, next } = await student.caller.call(listSubmissions, {
      params: { groupId: team.groupId },
    });
    expect(reusable).toEqual([
      {
        deadlineId: final,
        kind: 'code',
        documentId: document._id,
        version: 1,
        uploadedAt: document.uploadedAt,
      },
    ]);
    expect(next).toContainEqual({ kind: 'code', deadlineId: final });
    const files = await filesOf(portal);
    await portal.db.deleteFrom('emails').execute();

    const reply = await submit(student, document._id);
    expect(reply.message).toBe(
      'Version 1 submitted for Final Thesis hard copy and Code Upload zip',
    );
    const now = portal.clock().toISOString();
    expect(reply.document.submissions).toEqual([
      { deadlineId: 'prototype', at: document.uploadedAt },
      { deadlineId: final, at: now },
    ]);
    expect(await filesOf(portal)).toEqual(files);
    expect(await statesOf(portal, team)).toEqual(['submitted', 'submitted']);
    expect(await stateOf(portal, neighbour, final)).toBe('not-due');
    const submission = (await listed(portal, team)).submissions.find(
      ({ deadlineId }) => deadlineId === final,
    );
    expect(submission).toMatchObject({ submittedAt: now, version: 1 });
    const [receipt, ...otherEmails] = await portal.db
      .selectFrom('emails')
      .select(['recipient', 'text_body'])
      .where('subject', 'like', 'Project code received%')
      .execute();
    expect([receipt?.recipient, otherEmails]).toEqual([team.student.email, []]);
    expect(receipt?.text_body).toContain('submitted for another deadline');
    const { changes } = await (await asAdmin(portal)).call(listChanges, {
      params: { groupId: team.groupId },
    });
    expect(changes[0]).toMatchObject({
      to: 'prototype.zip (version 1) for Final Thesis hard copy and Code Upload zip',
    });
    expect(
      (await readAuditEntries(portal)).filter(({ action }) => action === 'document-submitted')
        .length,
    ).toBe(1);
  });

  test('is recorded only once if two members submit it concurrently', async ({ portal }) => {
    await withPrototype(portal);
    const team = await createTestGroup(portal);
    const { document } = await upload(team.student, 'prototype');
    const [firstReply, secondReply] = await Promise.all([
      submit(team.student, document._id),
      submit(team.mate, document._id),
    ]);
    expect(secondReply).toEqual(firstReply);
    const before = await portal.snapshot();
    expect(await submit(team.mate, document._id)).toEqual(firstReply);
    expect(await portal.snapshot()).toEqual(before);
  });

  test('counts as late after the due date of that deadline', async ({ portal }) => {
    await withPrototype(portal);
    const team = await createTestGroup(portal);
    const { document } = await upload(team.student, 'final', final);
    const student = await later(portal, 20, team.student);
    expect((await submit(student, document._id, 'prototype')).lateMs).toBeGreaterThan(2 * day);
    expect(await statesOf(portal, team)).toEqual(['late', 'submitted']);
  });

  test('is rejected if another member has already submitted another version for that deadline', async ({
    portal,
  }) => {
    await withPrototype(portal);
    const team = await createTestGroup(portal);
    const { document } = await upload(team.student, 'prototype');
    await upload(team.mate, 'final', final);
    const input = { params: { documentId: document._id }, body: { deadline: final } };
    const refused = await expectRefusal(portal, team.student.caller, submitDocument, input);
    expect(refused.code).toBe('stale-version');
  });

  test.for([
    ['a deadline that does not ask for code', 'december-monthly-report'],
    ['a deadline that does not exist in the cohort', 'nowhere'],
    ['a deadline of another program', 'prototype'],
  ])('is rejected for %s, and so is an upload', async ([, deadline], { portal }) => {
    await withPrototype(portal, { programs: ['BSSE'] });
    const team = await createTestGroup(portal, { program: 'BSCS' });
    const { document } = await upload(team.student, 'final');
    expect(document.submissions).toMatchObject([{ deadlineId: final }]);
    const input = { params: { documentId: document._id }, body: { deadline } };
    const refused = await expectRefusal(portal, team.student.caller, submitDocument, input);
    expect([refused.code, Object.keys(refused.fields ?? {})]).toEqual(['invalid', ['deadline']]);
    const again = await expectRefusal(portal, team.student.caller, uploadDocument, {
      params: { kind: 'code', email: team.student.email },
      query: { deadline },
      body: { file: code('other') },
    });
    expect([again.code, Object.keys(again.fields ?? {})]).toEqual(['invalid', ['deadline']]);
  });

  test('is rejected if the hard stop has passed, the cohort is closed, the student is in another group, or the file is a monthly report', async ({
    portal,
  }) => {
    await withPrototype(portal, { graceHours: 0 });
    const team = await createTestGroup(portal);
    const neighbour = await createTestGroup(portal);
    const { document } = await upload(team.student, 'final', final);
    const input = { params: { documentId: document._id }, body: { deadline: 'prototype' } };
    const { caller } = neighbour.student;
    expect((await expectRefusal(portal, caller, submitDocument, input)).code).toBe('not-found');
    const { document: report } = await team.student.caller.call(uploadDocument, {
      params: { kind: 'report', email: team.student.email },
      query: { deadline: 'february-monthly-report' },
      body: { file: toFile(buildPdf(), 'report.pdf') },
    });
    const month = {
      params: { documentId: report._id },
      body: { deadline: 'march-monthly-report' },
    };
    expect((await expectRefusal(portal, team.student.caller, submitDocument, month)).code).toBe(
      'invalid',
    );

    const student = await later(portal, 20, team.student);
    const stopped = await expectRefusal(portal, student.caller, submitDocument, input);
    expect(stopped.code).toBe('deadline-passed');
    const { reusable } = await student.caller.call(listSubmissions, {
      params: { groupId: team.groupId },
    });
    expect(reusable).toEqual([]);
    const admin = await asAdmin(portal);
    await setGroupDeadline({ admin }, team, '2027-03-01T18:59:00.000Z', 'prototype');
    await closeCurrentCohort(portal);
    await portal.content.refresh();
    const closed = await expectRefusal(portal, student.caller, submitDocument, input);
    expect(closed.code).toBe('cohort-closed');
  });
});
