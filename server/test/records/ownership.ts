import { openDocument } from '#contract/documents.ts';
import { exportResultSheet } from '#contract/exports/results.ts';
import { findGroup, getGroup } from '#contract/groups.ts';
import type { Portal } from '#server/test/portal.ts';

export type OwnedRecord = {
  groupId: string;
  groupName: string;
  feeProofId: string;
  secret: string;
};

/** Returns the parts of a member's record and group that an account can read, such as "fee proof". */
export async function findReadableRecordParts(
  portal: Portal,
  userId: string,
  row: OwnedRecord,
): Promise<string[]> {
  const caller = await portal.logInAs(userId);
  const { email } = await portal.db
    .selectFrom('users')
    .select('email')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const group = await caller.request(getGroup, { params: { name: row.groupName } });
  const ownGroup = await caller.request(findGroup, { params: { email } });
  const ownText = await ownGroup.text();
  const proof = await caller.request(openDocument, { params: { documentId: row.feeProofId } });
  const sheet = await caller.request(
    { ...exportResultSheet, method: 'HEAD' as never },
    { params: { groupId: row.groupId } },
  );
  return [
    ...(group.ok ? ['group'] : []),
    ...(ownText.includes(row.groupId) ? ['own group'] : []),
    ...(ownText.includes(row.secret) ? ['feedback'] : []),
    ...(proof.ok ? ['fee proof'] : []),
    ...(sheet.ok ? ['result sheet'] : []),
  ];
}

export const allReadableRecordParts = [
  'group',
  'own group',
  'feedback',
  'fee proof',
  'result sheet',
];
