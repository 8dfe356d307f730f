import { openDocument } from '#contract/documents.ts';
import { findGroup, getGroup } from '#contract/groups.ts';
import { exportResultSheet } from '#contract/results.ts';
import type { Portal } from './portal.ts';

export type OwnedRow = {
  groupId: string;
  groupName: string;
  feeProofId: string;
  /** Stands in the feedback of this member alone. */
  secret: string;
};

/** What of a member row and its group an account gets to read now, over every way that there is. */
export async function readableOf(portal: Portal, userId: string, row: OwnedRow): Promise<string[]> {
  const caller = await portal.enter(userId);
  const { email } = await portal.db
    .selectFrom('users')
    .select('email')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const group = await caller.request(getGroup, { params: { name: row.groupName } });
  const own = await caller.request(findGroup, { params: { email } });
  const ownText = await own.text();
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

export const readableParts = ['group', 'own group', 'feedback', 'fee proof', 'result sheet'];
