import { describe, expect } from 'vitest';
import { removeGroupFiles } from '#contract/admin/removals.ts';
import { deleteGroup } from '#contract/groups.ts';
import type { FileKind } from '#contract/rules/document-kinds.ts';
import { submitProposal } from '#contract/students/proposals.ts';
import { askExtension } from '#contract/submissions.ts';
import {
  createTestGroup,
  createTestUser,
  type TestGroup,
  type TestUser,
} from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';
import { expectRefusal } from '#server/test/refusal.ts';
import { buildPdfFile, buildProposal } from '#tools/test/people.ts';
import { getFileLimits } from './require-space.ts';

const thesisDeadline = 'thesis-and-sim-report-soft-copies';

const buildEvidence = ({ groupId }: TestGroup) => ({
  params: { groupId },
  body: {
    deadlineId: thesisDeadline,
    askedDue: '2027-05-20T10:00:00.000Z',
    reason: 'The supervisor was ill.',
    file: buildPdfFile('evidence.pdf'),
  },
});

/** Sets the total size of the group's files of one kind. */
async function setStoredBytes(
  portal: Portal,
  groupId: string,
  { kind, bytes }: { kind: FileKind; bytes: number },
) {
  const { id } = await portal.db
    .selectFrom('documents')
    .select('id')
    .where('group_id', '=', groupId)
    .where('kind', '=', kind)
    .executeTakeFirstOrThrow();
  await portal.db.updateTable('documents').set({ size: bytes }).where('id', '=', id).execute();
}

async function proposeAgain(portal: Portal, student: TestUser) {
  const { name } = await createTestUser(portal, 'faculty');
  return { body: buildProposal([student], { supervisor: name }) };
}

describe('the space for files without a version quota', () => {
  test('is limited per group, regardless of who uploads', async ({ portal }) => {
    const team = await createTestGroup(portal);
    const limits = getFileLimits(portal.config);
    await setStoredBytes(portal, team.groupId, { kind: 'proposal', bytes: limits.group });
    for (const { caller } of [team.student, team.mate]) {
      const refused = await expectRefusal(portal, caller, askExtension, buildEvidence(team));
      expect(refused).toMatchObject({ status: 507, code: 'storage-full' });
      expect(refused.message).toContain('the limit of 400 MB for your group’s files');
    }
    const neighbour = await createTestGroup(portal);
    await neighbour.student.caller.call(askExtension, buildEvidence(neighbour));
  });

  test('does not limit a request without a file', async ({ portal }) => {
    const team = await createTestGroup(portal);
    const limits = getFileLimits(portal.config);
    await setStoredBytes(portal, team.groupId, { kind: 'proposal', bytes: 2 * limits.group });
    const { params, body } = buildEvidence(team);
    const { file, ...withoutFile } = body;
    expect(file.size).toBeGreaterThan(0);
    await team.student.caller.call(askExtension, { params, body: withoutFile });
  });

  test('includes all files of the account’s deleted groups until an admin removes these', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal, { size: 1 });
    const params = { groupId: team.groupId };
    await setStoredBytes(portal, team.groupId, {
      kind: 'feeProof',
      bytes: getFileLimits(portal.config).account,
    });
    await portal.admin.call(deleteGroup, { params });
    const input = await proposeAgain(portal, team.student);
    const refused = await expectRefusal(portal, team.student.caller, submitProposal, input);
    expect(refused).toMatchObject({ status: 507, code: 'storage-full' });
    expect(refused.message).toContain('the limit of 2 GB for the files that you uploaded');
    const other = await createTestUser(portal);
    await other.caller.call(submitProposal, await proposeAgain(portal, other));
    await portal.admin.call(removeGroupFiles, { params, body: { reason: 'Unrelated files.' } });
    await team.student.caller.call(submitProposal, input);
  });

  test('does not include versions of a group in use', async ({ portal }) => {
    const team = await createTestGroup(portal, { size: 1 });
    const { account } = getFileLimits(portal.config);
    await setStoredBytes(portal, team.groupId, { kind: 'proposal', bytes: 1 });
    await portal.db
      .updateTable('documents')
      .set({ size: 2 * account, kind: 'code' })
      .where('group_id', '=', team.groupId)
      .where('kind', '=', 'feeProof')
      .execute();
    await team.student.caller.call(askExtension, buildEvidence(team));
    await portal.admin.call(deleteGroup, { params: { groupId: team.groupId } });
    const input = await proposeAgain(portal, team.student);
    await expectRefusal(portal, team.student.caller, submitProposal, input);
  });
});
