import { describe, expect } from 'vitest';
import { findAttention } from '#contract/admin/attention.ts';
import { correctFileTime } from '#contract/admin/file-times.ts';
import { type DocumentInfo, uploadDocument } from '#contract/documents.ts';
import { listChanges } from '#contract/history.ts';
import { listNotices } from '#contract/messages/notices.ts';
import { listSubmissions } from '#contract/submissions.ts';
import { listAddedEntries } from '#server/test/audit/trail.ts';
import { createTestGroup, createTestUser, type TestGroup } from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';
import { closeCurrentCohort } from '#server/test/records/cohorts.ts';
import { expectRefusal } from '#server/test/refusal.ts';
import { buildPdfFile } from '#tools/test/people.ts';

const reason = 'The server’s clock was a year ahead.';
const future = '2028-01-15T10:00:00.000Z';

const deadlineId = 'february-monthly-report';

const upload = ({ student }: TestGroup) =>
  student.caller.call(uploadDocument, {
    params: { kind: 'report', email: student.email },
    query: { deadline: deadlineId },
    body: { file: buildPdfFile() },
  });

/** Uploads a report while the clock is ahead. */
async function uploadInFuture(portal: Portal, team: TestGroup): Promise<DocumentInfo> {
  const { document } = await upload(team);
  const at = { uploaded_at: future };
  await portal.db.updateTable('documents').set(at).where('id', '=', document._id).execute();
  await portal.db
    .updateTable('submissions')
    .set({ submitted_at: future })
    .where('document_id', '=', document._id)
    .execute();
  return document;
}

const buildInput = ({ _id }: DocumentInfo, to: string, from = future) => ({
  params: { documentId: _id },
  body: { from, to, reason },
});

async function findState({ student, groupId }: TestGroup) {
  const { submissions } = await student.caller.call(listSubmissions, { params: { groupId } });
  return submissions.find((each) => each.deadlineId === deadlineId)?.state;
}

describe('the correction of a file’s time', () => {
  test('ends the lateness, and is recorded in the history, the audit trail and notifications', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal);
    const neighbour = await createTestGroup(portal);
    const document = await uploadInFuture(portal, team);
    expect(await findState(team)).toBe('late');
    const { clockFault } = await portal.admin.call(findAttention);
    expect(clockFault).toMatchObject({
      newestAt: future,
      files: [
        { documentId: document._id, groupName: team.group.fypGroupName, label: 'Monthly report' },
      ],
    });
    portal.wait(60_000);
    const input = buildInput(document, portal.clock().toISOString());
    const what = 'file.pdf (version 1), 15 January 2028, 15:00 to 15 January 2027, 15:01';
    expect(await listAddedEntries(portal, () => portal.admin.call(correctFileTime, input))).toEqual(
      [`document-time-corrected: Monthly report of ${team.group.fypGroupName}: ${what}: ${reason}`],
    );
    expect(await findState(team)).toBe('submitted');
    expect((await portal.admin.call(findAttention)).clockFault).toBeNull();
    const { changes } = await team.mate.caller.call(listChanges, {
      params: { groupId: team.groupId },
      query: { limit: 1, kind: 'files' },
    });
    expect(changes).toMatchObject([{ part: 'file-time', field: 'report', from: what, to: reason }]);
    const readTexts = async ({ caller }: { caller: TestGroup['mate']['caller'] }) =>
      (await caller.call(listNotices)).notices.map(({ text }) => text).join();
    for (const person of [team.student, team.mate, team.supervisor])
      expect(await readTexts(person)).toContain(`15:01. Reason: ${reason}`);
    expect(await readTexts(neighbour.student)).not.toContain(reason);
  });

  test.for([
    ['in the future', '2027-01-15T10:05:00.000Z', 'Choose a time that isn’t in the future.'],
    ['before the group', '2026-01-15T10:00:00.000Z', 'Choose a time after the group was created.'],
  ] as const)('is refused for a time %s', async ([, to, message], { portal }) => {
    const document = await uploadInFuture(portal, await createTestGroup(portal));
    const input = buildInput(document, to);
    const refused = await expectRefusal(portal, portal.admin, correctFileTime, input);
    expect(refused).toMatchObject({ code: 'invalid', message, fields: { to: message } });
  });

  test('is refused in a closed cohort and for an admin who is a member of the group', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal);
    const input = buildInput(await uploadInFuture(portal, team), portal.clock().toISOString());
    const { userId } = await createTestUser(portal, 'admin');
    const member = await portal.logInAs(userId);
    await portal.db
      .updateTable('members')
      .set({ user_id: userId })
      .where('id', '=', team.ids[0] ?? '')
      .execute();
    const refused = await expectRefusal(portal, member, correctFileTime, input);
    expect(refused.code).toBe('forbidden');
    await closeCurrentCohort(portal);
    const closed = await expectRefusal(portal, portal.admin, correctFileTime, input);
    expect(closed.code).toBe('cohort-closed');
  });

  test('is not needed if the member uploads the same file again', async ({ portal }) => {
    const team = await createTestGroup(portal);
    const first = await uploadInFuture(portal, team);
    expect((await upload(team)).document).toMatchObject({
      _id: first._id,
      submissions: [{ deadlineId, at: portal.clock().toISOString() }],
    });
    expect(await findState(team)).toBe('submitted');
    expect((await portal.admin.call(findAttention)).clockFault).toBeNull();
  });

  test('of the same time by two admins at the same moment is done once, and the second one gets a conflict', async ({
    portal,
  }) => {
    const document = await uploadInFuture(portal, await createTestGroup(portal));
    const second = await createTestUser(portal, 'admin');
    portal.wait(60_000);
    const to = portal.clock().getTime();
    const statuses: number[] = [];
    const correct = async (caller: typeof portal.admin, index: number) => {
      const input = buildInput(document, new Date(to - index * 1000).toISOString());
      statuses.push((await caller.request(correctFileTime, input)).status);
    };
    const entries = await listAddedEntries(portal, () =>
      Promise.all([portal.admin, second.caller].map(correct)),
    );
    expect(statuses.toSorted()).toEqual([200, 409]);
    expect(entries).toHaveLength(1);
  });
});
