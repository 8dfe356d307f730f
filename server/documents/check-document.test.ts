import { describe, expect } from 'vitest';
import { checkDocument, uploadDocument } from '#contract/documents.ts';
import { findGroup } from '#contract/groups.ts';
import { listChanges } from '#contract/history.ts';
import type { StandardKind } from '#contract/rules/document-kinds.ts';
import { createTestGroup, getItemAt, type TestGroup } from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';
import { expectRefusal } from '#server/test/refusal.ts';
import { buildPdf } from '#tools/test/files/sample-files.ts';
import { toFile } from '#tools/test/people.ts';

async function idOf({ read, ids }: TestGroup, kind: StandardKind, member = 0): Promise<string> {
  const { documents } = await read();
  const memberId = kind === 'proposal' ? null : getItemAt(ids, member);
  const match = documents.find(
    (document) => document.kind === kind && document.memberId === memberId,
  );
  return match?._id ?? '';
}
const check = (caller: Portal['admin'], documentId: string, checked = true) =>
  caller.call(checkDocument, { params: { documentId }, body: { checked } });
const refused = (portal: Portal, caller: Portal['admin'], documentId: string) =>
  expectRefusal(portal, caller, checkDocument, { params: { documentId }, body: { checked: true } });

describe('the verification status of a fee proof or certificate', () => {
  test('can be changed by the supervisor and admins, and users with access to the file see who verified it and when', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal);
    const documentId = await idOf(team, 'feeProof');
    const unchecked = { checkedAt: null, checkedBy: null };
    expect((await team.read()).documents).toContainEqual(expect.objectContaining(unchecked));
    const { message, document } = await check(team.supervisor.caller, documentId);
    expect(message).toBe('Fee proof: checked');
    const checkedAt = portal.clock().toISOString();
    const checkedBy = team.supervisor.name;
    expect(document).toMatchObject({ _id: documentId, checkedAt, checkedBy });

    portal.wait(60_000);
    const before = await portal.snapshot();
    expect((await check(portal.admin, documentId)).document).toEqual(document);
    expect(await portal.snapshot()).toEqual(before);

    const { student, examiner, mate } = team;
    const seen = async (caller: Portal['admin'], email = student.email) => {
      const { group } = await caller.call(findGroup, { params: { email } });
      return group.documents.find(({ _id }) => _id === documentId);
    };
    for (const caller of [student.caller, examiner.caller, portal.admin]) {
      expect(await seen(caller)).toMatchObject({ checkedAt, checkedBy });
    }
    expect(await seen(mate.caller, mate.email)).toBeUndefined();

    expect((await check(portal.admin, documentId, false)).document).toMatchObject(unchecked);
    expect(await seen(student.caller)).toMatchObject(unchecked);
  });

  test('is recorded in the group history and the audit trail when it changes', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal);
    const documentId = await idOf(team, 'feeProof');
    await check(team.supervisor.caller, documentId);
    await check(portal.admin, documentId, false);
    const { groupId, student, group } = team;
    const { changes } = await portal.admin.call(listChanges, { params: { groupId } });
    const line = { part: 'check', field: 'feeProof', memberName: student.name };
    const file = 'fee-proof.pdf (version 1)';
    expect(changes.slice(0, 2)).toMatchObject([
      { ...line, changedBy: 'The Admin', from: file, to: null },
      { ...line, changedBy: team.supervisor.name, from: null, to: file },
    ]);
    const entries = await portal.db
      .selectFrom('audit_entries')
      .select(['action', 'actor_name', 'subject_id', 'subject_name', 'detail'])
      .orderBy('sequence', 'desc')
      .limit(2)
      .execute();
    const subject_name = `Fee proof of ${student.name}, ${group.fypGroupName}`;
    const subject = { subject_id: documentId, subject_name, detail: file };
    expect(entries).toEqual([
      { action: 'document-unchecked', actor_name: 'The Admin', ...subject },
      { action: 'document-checked', actor_name: team.supervisor.name, ...subject },
    ]);
  });

  test('is not carried over to a new version, and the old version can no longer be verified', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal);
    const { student } = team;
    const upload = (title: string) =>
      student.caller.call(uploadDocument, {
        params: { kind: 'certificate', email: student.email },
        body: { file: toFile(buildPdf({ title }), 'certificates.pdf') },
      });
    const { document: first } = await upload('one');
    await check(team.supervisor.caller, first._id);
    const { document: second } = await upload('two');
    expect(second).toMatchObject({ version: 2, checkedAt: null, checkedBy: null });
    expect(await refused(portal, team.supervisor.caller, first._id)).toMatchObject({
      code: 'stale-version',
      message: 'A newer version of this file has been uploaded. Open the latest version first.',
    });
    expect((await check(team.supervisor.caller, second._id)).document.checkedBy).toBe(
      team.supervisor.name,
    );
    const mates = await idOf(team, 'feeProof', 1);
    expect((await check(portal.admin, mates)).document.checkedBy).toBe('The Admin');
  });
});
