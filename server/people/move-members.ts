import { moveCertificates } from '#server/certificates/move-certificates.ts';
import type { WriteContext } from '#server/db/write-context.ts';
import { type MovedMember, moveMemberFiles } from '#server/documents/move-member-files.ts';
import { addMovedMembers, linkMovedMembers } from '#server/groups/membership/add-moved-members.ts';
import { type Membership, writeMemberships } from '#server/groups/membership/memberships.ts';
import { findOwnDueDate } from '#server/groups/membership/own-due-dates.ts';
import { writeGroupSearchKeys } from '#server/groups/search-key.ts';
import { copyMarks } from '#server/marks/copy-marks.ts';
import type { ChangeFacts, GroupFacts } from './change-facts.ts';
import type { ChangePlan } from './plan-change.ts';

type Moved = MovedMember & { copied: string[] };

/**
 * Adds members who have left the source to the target, or lets them return to their earlier rows there, with their
 * personal files and certificates. Their marks stay in the source, except copies of those that the change names.
 */
export async function moveMembers(
  context: WriteContext,
  { change, source }: Pick<ChangeFacts, 'change' | 'source'>,
  target: GroupFacts,
  { members, returning }: Pick<ChangePlan, 'members' | 'returning'>,
  before: readonly Membership[],
): Promise<Moved[]> {
  const { trx, services, now } = context;
  const { rules, scheme } = target.cohort;
  const ownDue = findOwnDueDate({ timeZone: services.config.timeZone, rules, now });
  const groupId = target.group.id;
  const earlierIds = returning.map(({ to }) => to);
  await writeMemberships(
    trx,
    before
      .filter(({ memberId }) => earlierIds.includes(memberId))
      .map((membership) => ({
        ...membership,
        leftAt: null,
        ownDue,
        departures: membership.departures.filter((departure) => departure.groupId !== groupId),
      })),
  );
  const newcomers = members.filter(({ id }) => returning.every(({ from }) => from !== id));
  const added = await addMovedMembers(trx, newcomers, { groupId, ownDue });
  const rows = [...returning, ...added];
  await linkMovedMembers(trx, source.group.id, rows);
  await moveMemberFiles(trx, rows, groupId);
  await moveCertificates(trx, rows);
  const copies = await copyMarks(context, {
    source: source.group,
    target: target.group,
    scheme,
    members: members.flatMap(({ id, name }) => {
      const row = rows.find(({ from }) => from === id);
      return row ? [{ ...row, name }] : [];
    }),
    milestones: 'copyMarks' in change ? change.copyMarks : [],
  });
  await writeGroupSearchKeys(trx, [source.group.id, groupId]);
  return rows.map((row) => ({ ...row, copied: copies.get(row.to) ?? [] }));
}
