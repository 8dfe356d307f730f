import { Problem } from '#contract/problem.ts';
import { type Marker, type Milestone, markersOf, type Part } from '#contract/rules/scheme.ts';
import { compiledOnce } from '#server/db/compile-once.ts';
import { lockGroups } from '#server/db/lock-rows.ts';
import type { Db, Row } from '#server/db/tables.ts';
import type { Caller } from '#server/http/serve.ts';
import { groupColumns } from './columns.ts';
import { requireOpen } from './require-open.ts';

type Staffed = Pick<Row<'groups'>, 'supervisor_id' | 'external_examiner_id'>;
type Person = Pick<Caller, 'role' | 'userId'>;

/** By account, never by name (decisions). */
function isSupervisor(caller: Person, group: Staffed): boolean {
  return caller.role === 'faculty' && group.supervisor_id === caller.userId;
}

function isExaminer(caller: Person, group: Staffed): boolean {
  return caller.role === 'faculty' && group.external_examiner_id === caller.userId;
}

export function maySeeAll(caller: Person, group: Staffed): boolean {
  return caller.role === 'admin' || isSupervisor(caller, group) || isExaminer(caller, group);
}

const markerNames: Record<Marker, string> = {
  supervisor: 'supervisor',
  externalExaminer: 'external examiner',
};

/** By the scheme. Without a milestone: some of the part. Throws `forbidden`, and `not-found` for a group that is none of the caller's. */
export function requireMarker(
  caller: Caller,
  group: Staffed,
  part: Part,
  milestone?: Milestone,
): void {
  if (!maySeeAll(caller, group)) throw noSuchGroup();
  if (caller.role === 'admin') return;
  const allowed = milestone?.markers ?? markersOf(part);
  const isOf = { supervisor: isSupervisor, externalExaminer: isExaminer };
  if (allowed.some((marker) => isOf[marker](caller, group))) return;
  const who = allowed.map((marker) => markerNames[marker]).join(' or ');
  throw new Problem(
    'forbidden',
    `Only the group’s ${who} marks ${milestone?.title ?? part.title}.`,
  );
}

/** The one rule for fee proofs, merged PDFs and the certificates in them: the supervisor or an admin. */
export const mayCheck = (caller: Caller, group: Staffed): boolean =>
  caller.role === 'admin' || isSupervisor(caller, group);

/** The supervisor or an admin. Throws `forbidden` for the examiner, `not-found` for anybody else. */
export function requireChecker(caller: Caller, group: Staffed): void {
  if (!maySeeAll(caller, group)) throw noSuchGroup();
  if (mayCheck(caller, group)) return;
  throw new Problem('forbidden', 'Only the group’s supervisor or an admin checks this file.');
}

/**
 * Throws `forbidden` for a caller who is a member of the group, by account or by email, also an admin, and for its
 * supervisor who is its examiner too: nobody marks their own work, whatever is stored.
 */
export async function requireImpartial(
  db: Db,
  caller: Caller,
  group: Staffed & Pick<Row<'groups'>, 'id' | 'name'>,
): Promise<void> {
  const [place] = await placeIn(db, { groupId: group.id, userId: caller.userId });
  const isBoth = isSupervisor(caller, group) && isExaminer(caller, group);
  if (!place && !isBoth) return;
  const roles = place ? 'a member' : 'both the supervisor and the external examiner';
  const message = `You are ${roles} of ${group.name}, so you cannot mark, check or decide anything in it. Ask the FYP office to correct the group.`;
  throw new Problem('forbidden', message);
}

const placeIn = compiledOnce((db, { groupId, userId }: { groupId: string; userId: string }) =>
  db
    .selectFrom('members')
    .innerJoin('users', (join) =>
      join.on((eb) =>
        eb.or([
          eb('users.id', '=', eb.ref('members.user_id')),
          eb('users.email', '=', eb.ref('members.email')),
        ]),
      ),
    )
    .select('members.id')
    .where('members.group_id', '=', groupId)
    .where('users.id', '=', userId),
);

/** By account, never by address (decisions). Of several, the open cohort's, or the newest. */
export async function findOwnMembership(db: Db, caller: Caller, cohort?: string) {
  if (!caller.isConfirmed) return undefined;
  if (cohort === undefined) return (await membershipsOf(db, { userId: caller.userId }))[0];
  return memberships(db, caller.userId)
    .where('cohorts.code_key', '=', cohort.toLowerCase())
    .executeTakeFirst();
}

const memberships = (db: Db, userId: string) =>
  db
    .selectFrom('members')
    .innerJoin('groups', 'groups.id', 'members.group_id')
    .leftJoin('cohorts', 'cohorts.id', 'groups.cohort_id')
    .select(['members.id', 'members.group_id'])
    .where('members.user_id', '=', userId)
    .where('members.deleted_at', 'is', null)
    .orderBy((eb) => eb('members.closed_at', 'is not', null))
    .orderBy('groups.created_at', 'desc');

const membershipsOf = compiledOnce((db, { userId }: { userId: string }) =>
  memberships(db, userId).limit(1),
);

/** The caller's place in this group, also in a closed cohort; undefined for none. */
export async function findMembershipIn(db: Db, caller: Caller, groupId: string) {
  if (!caller.isConfirmed) return undefined;
  return db
    .selectFrom('members')
    .select('id')
    .where('user_id', '=', caller.userId)
    .where('group_id', '=', groupId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

/** Throws `unconfirmed`: the address may be somebody else's (decisions). */
export function requireConfirmed(caller: Caller): void {
  if (caller.isConfirmed) return;
  const message = `Your email ${caller.email} is not confirmed yet. The page “Marks” says how to confirm it.`;
  throw new Problem('unconfirmed', message);
}

/** The caller is known by the session; `email` is theirs or a team mate's. Throws `unconfirmed`, `no-group`, `not-found` for any other. */
export async function requireOwnGroup(db: Db, caller: Caller, email: string, cohort?: string) {
  requireConfirmed(caller);
  const own = await findOwnMembership(db, caller, cohort);
  if (own && email !== caller.email && !(await hasMember(db, own.group_id, email))) {
    throw noSuchGroup();
  }
  if (!own)
    throw email === caller.email ? new Problem('no-group', 'No details found.') : noSuchGroup();
  return own;
}

/** By the member's address, or in a closed cohort by the address that their account has now. */
async function hasMember(db: Db, groupId: string, email: string): Promise<boolean> {
  const found = await db
    .selectFrom('members')
    .leftJoin('users', 'users.id', 'members.user_id')
    .select('members.id')
    .where('members.group_id', '=', groupId)
    .where((eb) => eb.or([eb('members.email', '=', email), eb('users.email', '=', email)]))
    .executeTakeFirst();
  return found !== undefined;
}

/** Until the transaction ends nobody else changes the group. Throws `not-found`, also for one in the bin; `cohort-closed`. */
export async function lockGroup(db: Db, groupId: string): Promise<Row<'groups'>> {
  const group = await lockAnyGroup(db, groupId);
  await requireOpen(db, group.cohort_id);
  return group;
}

/** The same for what changes nothing of the group: its cohort may be closed. */
export async function lockAnyGroup(db: Db, groupId: string): Promise<Row<'groups'>> {
  const [group] = await lockedGroup(db, { groupId });
  if (!group) throw noSuchGroup();
  return group;
}

const lockedGroup = compiledOnce((db, { groupId }: { groupId: string }) =>
  lockGroups(db).where('id', '=', groupId).where('deleted_at', 'is', null).returning(groupColumns),
);

export const noSuchGroup = () =>
  new Problem('not-found', 'This group does not exist, or is not yours to see.');
