import type { PeopleChange } from '#contract/people.ts';
import { Problem } from '#contract/problem.ts';
import type { CohortContent } from '#server/content/content.ts';
import { isCurrentMember, isListedMember } from '#server/db/current-member.ts';
import type { DatabaseRow, Db } from '#server/db/tables.ts';
import type { WriteContext } from '#server/db/write-context.ts';
import { lockEmailAddresses } from '#server/groups/claims/lock-addresses.ts';
import { memberColumns } from '#server/groups/columns.ts';
import { type LockedGroup, lockGroup } from '#server/groups/group-access.ts';

export type Member = DatabaseRow<'members'>;
export type GroupFacts = { group: LockedGroup; cohort: CohortContent; members: Member[] };

/** Everything on which the decision about a change depends. */
export type ChangeFacts = {
  change: PeopleChange;
  /** Date of the change, and its reason. */
  on: string;
  reason: string;
  source: GroupFacts;
  /** The other group of a change, which members join. */
  target: GroupFacts | undefined;
};

type Request = { change: PeopleChange; on: string; reason: string };

/** Locks the groups of a change, in the order of their ids, and reads the facts. Throws `not-found` or `cohort-closed`. */
export async function lockChangeFacts(
  context: WriteContext,
  groupId: string,
  { change, on, reason }: Request,
): Promise<ChangeFacts> {
  const { trx } = context;
  const targetId = 'toGroup' in change ? await findTargetId(trx, change.toGroup) : groupId;
  const ids = [...new Set([groupId, targetId])].toSorted();
  // Members who join a group have an address there, which no account may take meanwhile.
  if (change.kind === 'join') await lockEmailAddresses(trx, [change.member.email]);
  else if (change.kind === 'return' || 'toGroup' in change)
    await lockEmailAddresses(trx, await listEmails(trx, groupId));
  const facts: GroupFacts[] = [];
  for (const id of ids) facts.push(await lockFacts(context, id));
  const source = facts.find(({ group }) => group.id === groupId);
  const target = facts.find(({ group }) => group.id !== groupId);
  if (!source) throw new Error('The group is not locked.');
  return { change, on, reason, source, target };
}

async function findTargetId(db: Db, name: string): Promise<string> {
  const target = await db
    .selectFrom('groups')
    .select('id')
    .where('name', '=', name)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (target) return target.id;
  const message = `There is no group “${name}”. Enter the name of a group, such as BSCS-2027-004.`;
  throw new Problem('invalid', message, { fields: { 'change.toGroup': message } });
}

async function listEmails(db: Db, groupId: string): Promise<string[]> {
  const members = await db
    .selectFrom('members')
    .select('email')
    .where('group_id', '=', groupId)
    .execute();
  return members.map(({ email }) => email);
}

async function lockFacts({ trx, services }: WriteContext, groupId: string): Promise<GroupFacts> {
  const group = await lockGroup(trx, groupId);
  const [cohort, members] = await Promise.all([
    services.content.cohort(trx, group.cohort_id, group.cohort_version),
    trx
      .selectFrom('members')
      .select(memberColumns)
      .where('group_id', '=', groupId)
      .where(isListedMember)
      .orderBy('position')
      .execute(),
  ]);
  return { group, cohort, members };
}

export const countCurrentMembers = async (db: Db, groupId: string): Promise<number> => {
  const { count } = await db
    .selectFrom('members')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('group_id', '=', groupId)
    .where(isCurrentMember)
    .executeTakeFirstOrThrow();
  return Number(count);
};
