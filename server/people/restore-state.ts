import { Problem } from '#contract/problem.ts';
import { moveCertificates } from '#server/certificates/move-certificates.ts';
import type { DatabaseRow } from '#server/db/tables.ts';
import type { WriteContext } from '#server/db/write-context.ts';
import { moveMemberFiles } from '#server/documents/move-member-files.ts';
import { moveGroupAndMembers } from '#server/groups/bin.ts';
import { writeMemberships } from '#server/groups/membership/memberships.ts';
import { writeGroupSearchKeys } from '#server/groups/search-key.ts';
import { countCurrentMembers } from './change-facts.ts';
import type { UndoFacts } from './lock-undo.ts';

/** Restores memberships, personal files and groups. Throws `stale-version` if a group would be too large or empty. */
export async function restoreState(
  context: WriteContext,
  { groups, before, after }: Pick<UndoFacts, 'groups' | 'before' | 'after'>,
): Promise<void> {
  const { trx } = context;
  for (const { groupId } of after.groups.filter(({ isInBin }) => isInBin)) {
    await moveGroupAndMembers(context, groupId, false);
  }
  await writeMemberships(trx, before.members);
  const groupIds = groups.map(({ id }) => id);
  const rows =
    after.moved ?? before.members.map(({ memberId }) => ({ from: memberId, to: memberId }));
  for (const { from, to } of rows) {
    const membership = before.members.find(({ memberId }) => memberId === from);
    if (!membership) throw new Error('The change does not contain the membership before it.');
    await moveMemberFiles(trx, [{ from: to, to: from }], membership.groupId);
    await moveCertificates(trx, [{ from: to, to: from }]);
  }
  await writeGroupSearchKeys(trx, groupIds);
  for (const group of groups) await requireFittingSize(context, group);
}

async function requireFittingSize(
  { trx, services }: WriteContext,
  { id, name, cohort_id }: DatabaseRow<'groups'>,
): Promise<void> {
  const [size, { rules }] = await Promise.all([
    countCurrentMembers(trx, id),
    services.content.cohort(trx, cohort_id),
  ]);
  if (size > 0 && size <= rules.maxMembers) return;
  const reason =
    size === 0 ? 'no member' : `${size} members, and at most ${rules.maxMembers} are allowed`;
  const message = `Nothing was undone: ${name} would have ${reason}. Its members have changed since.`;
  throw new Problem('stale-version', message);
}
