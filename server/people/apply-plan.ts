import type { WriteContext } from '#server/db/write-context.ts';
import { moveGroupAndMembers } from '#server/groups/bin.ts';
import { type Membership, writeMemberships } from '#server/groups/membership/memberships.ts';
import { findOwnDueDate } from '#server/groups/membership/own-due-dates.ts';
import type { ChangeFacts } from './change-facts.ts';
import { decideLeaveRequests } from './leaving/decide-request.ts';
import { moveMembers } from './move-members.ts';
import type { PeopleState } from './people-state.ts';
import type { ChangePlan } from './plan-change.ts';

/**
 * Writes the memberships that the plan changes, and moves a dissolved group to the bin. Accepts the pending requests of
 * members who leave the group in any way. Returns the rows of members who moved.
 */
export async function applyPlan(
  context: WriteContext,
  facts: ChangeFacts,
  plan: ChangePlan,
  before: readonly Membership[],
): Promise<NonNullable<PeopleState['moved']>> {
  const { source, target } = facts;
  const ids = plan.members.map(({ id }) => id);
  const memberships = before.filter(({ memberId }) => ids.includes(memberId));
  await writeMemberships(
    context.trx,
    memberships.map((membership) => changeMembership(context, facts, plan, membership)),
  );
  if (plan.become !== 'current') await decideLeaveRequests(context, ids, { decision: 'accepted' });
  const moved = target ? await moveMembers(context, facts, target, plan, before) : [];
  if (plan.isDissolved) await moveGroupAndMembers(context, source.group.id, true);
  return moved;
}

function changeMembership(
  { services, now }: WriteContext,
  { on, reason, source, target }: ChangeFacts,
  { become }: ChangePlan,
  membership: Membership,
): Membership {
  const groupId = source.group.id;
  const otherDepartures = membership.departures.filter(
    (departure) => departure.groupId !== groupId,
  );
  if (become === 'current') {
    const { rules } = source.cohort;
    const ownDue = findOwnDueDate({ timeZone: services.config.timeZone, rules, now });
    return { ...membership, leftAt: null, ownDue, departures: otherDepartures };
  }
  const movedTo = target?.group.id ?? null;
  const departure = { groupId, leftOn: on, reason, movedTo };
  return {
    ...membership,
    leftAt: now.toISOString(),
    departures: [...otherDepartures, departure],
  };
}
