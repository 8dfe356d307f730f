import type { WriteContext } from '#server/db/write-context.ts';
import { moveMemberFiles } from '#server/documents/move-member-files.ts';
import { moveGroupAndMembers } from '#server/groups/bin.ts';
import { type Membership, writeMemberships } from '#server/groups/membership/memberships.ts';
import { findOwnDueDate } from '#server/groups/membership/own-due-dates.ts';
import { writeGroupSearchKeys } from '#server/groups/search-key.ts';
import type { ChangeFacts, GroupFacts } from './change-facts.ts';
import { decideLeaveRequests } from './leaving/decide-request.ts';
import type { ChangePlan } from './plan-change.ts';

/**
 * Writes the memberships that the plan changes, and moves personal files and a dissolved group. Accepts the pending
 * requests of members who leave the group in any way.
 */
export async function applyPlan(
  context: WriteContext,
  facts: ChangeFacts,
  plan: ChangePlan,
  before: readonly Membership[],
): Promise<void> {
  const { trx } = context;
  const { source, target } = facts;
  const ids = plan.members.map(({ id }) => id);
  await writeMemberships(
    trx,
    ids.flatMap((id, index) => {
      const membership = before.find(({ memberId }) => memberId === id);
      return membership ? changeMembership(context, facts, plan, { membership, index }) : [];
    }),
  );
  if (plan.become !== 'current') await decideLeaveRequests(context, ids, { decision: 'accepted' });
  if (target) {
    await moveMemberFiles(trx, ids, target.group.id);
    await writeGroupSearchKeys(trx, [source.group.id, target.group.id]);
  }
  if (plan.isDissolved) await moveGroupAndMembers(context, source.group.id, true);
}

type PlacedMembership = { membership: Membership; index: number };

function changeMembership(
  { services, now }: WriteContext,
  { on, reason, source, target }: ChangeFacts,
  { become }: ChangePlan,
  { membership, index }: PlacedMembership,
): Membership {
  const ends = [source.group.id, target?.group.id];
  const otherDepartures = membership.departures.filter(({ groupId }) => !ends.includes(groupId));
  const { rules } = (target ?? source).cohort;
  const ownDue = findOwnDueDate({ timeZone: services.config.timeZone, rules, now });
  if (become === 'current')
    return { ...membership, leftAt: null, ownDue, departures: otherDepartures };
  const movedTo = target?.group.id ?? null;
  const departures = [
    ...otherDepartures,
    { groupId: source.group.id, leftOn: on, reason, movedTo },
  ];
  if (!target) return { ...membership, leftAt: now.toISOString(), departures };
  const position = findLastPosition(target) + 1 + index;
  return { ...membership, groupId: target.group.id, position, ownDue, departures };
}

/** Counts former members, too, because they keep their positions. */
const findLastPosition = ({ members }: GroupFacts): number =>
  Math.max(0, ...members.map(({ position }) => position));
