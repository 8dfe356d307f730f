import { moveCertificates } from '#server/certificates/move-certificates.ts';
import type { WriteContext } from '#server/db/write-context.ts';
import { type MovedMember, moveMemberFiles } from '#server/documents/move-member-files.ts';
import { addMovedMembers } from '#server/groups/membership/add-moved-members.ts';
import { findOwnDueDate } from '#server/groups/membership/own-due-dates.ts';
import { writeGroupSearchKeys } from '#server/groups/search-key.ts';
import { copyMarks } from '#server/marks/copy-marks.ts';
import type { ChangeFacts, GroupFacts, Member } from './change-facts.ts';

/**
 * Adds members who have left the source to the target, with their personal files and certificates. Their marks stay in
 * the source, except copies of those that the change names.
 */
export async function moveMembers(
  context: WriteContext,
  { change, source }: Pick<ChangeFacts, 'change' | 'source'>,
  target: GroupFacts,
  members: readonly Member[],
): Promise<MovedMember[]> {
  const { trx, services, now } = context;
  const { rules, scheme } = target.cohort;
  const moved = await addMovedMembers(trx, members, {
    groupId: target.group.id,
    ownDue: findOwnDueDate({ timeZone: services.config.timeZone, rules, now }),
  });
  await moveMemberFiles(trx, moved, target.group.id);
  await moveCertificates(trx, moved);
  await copyMarks(context, {
    source: source.group,
    target: target.group,
    scheme,
    members: members.flatMap(({ id, name }) => {
      const row = moved.find(({ from }) => from === id);
      return row ? [{ ...row, name }] : [];
    }),
    milestones: 'copyMarks' in change ? change.copyMarks : [],
  });
  await writeGroupSearchKeys(trx, [source.group.id, target.group.id]);
  return moved;
}
