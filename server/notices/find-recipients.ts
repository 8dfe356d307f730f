import { sql } from 'kysely';
import type { NoticeDeliveryMode, NoticeKind } from '#contract/messages/notices.ts';
import { Problem } from '#contract/problem.ts';
import { contestedMemberCondition } from '#server/db/contested.ts';
import { isCurrentMember } from '#server/db/current-member.ts';
import { isIdInJsonArray } from '#server/db/prepared-query.ts';
import type { Db } from '#server/db/tables.ts';
import type { EmailRecipient } from '#server/mail/outbox.ts';
import { getEffectiveNoticeDelivery } from './settings.ts';

/** Identifies a recipient: a user, a member of a group, or an address of the department such as that of the office. */
export type RecipientReference = EmailRecipient;

/** A recipient's email address and account. Recipients without an account have no notices and no settings. */
export type Recipient = {
  email: string;
  account?: { id: string; delivery: NoticeDeliveryMode } | undefined;
};

/**
 * Returns a function that looks up recipients. For members without an account, it uses the address in `members`. It
 * returns undefined if the account is blocked, or if an admin must first decide which account a member belongs to.
 */
export async function findRecipients(
  db: Db,
  kind: NoticeKind | undefined,
  all: readonly RecipientReference[],
): Promise<(to: RecipientReference) => Recipient | undefined> {
  const { userIds, memberIds, addresses } = listReferences(all);
  const [byUser, byMember, byAddress] = await Promise.all([
    accountsOf(db, kind, 'users.id', userIds),
    membersOf(db, kind, memberIds),
    accountsOf(db, kind, 'users.email', addresses),
  ]);
  return (to) => {
    if ('userId' in to) return byUser.get(to.userId);
    if ('memberId' in to) return byMember.get(to.memberId);
    // Department addresses always receive emails, even if an account with the same address is blocked.
    return byAddress.get(to.address) ?? { email: to.address };
  };
}

const listReferences = (all: readonly RecipientReference[]) => ({
  userIds: all.flatMap((to) => ('userId' in to ? [to.userId] : [])),
  memberIds: all.flatMap((to) => ('memberId' in to ? [to.memberId] : [])),
  addresses: all.flatMap((to) => ('address' in to ? [to.address] : [])),
});

/** Selects the ids of all accounts that `findRecipients` may return for these recipients. */
export function selectPossibleAccountIds(db: Db, all: readonly RecipientReference[]) {
  const { userIds, memberIds, addresses } = listReferences(all);
  const users = db.selectFrom('users').select('users.id');
  const members = db
    .selectFrom('members')
    .select('members.user_id as id')
    .where('members.user_id', 'is not', null)
    .where(isIdInJsonArray(db, 'members.id', JSON.stringify(memberIds)))
    .$narrowType<{ id: string }>();
  const known = users
    .where(isIdInJsonArray(db, 'users.id', JSON.stringify(userIds)))
    .unionAll(members);
  return addresses.length === 0
    ? known
    : known.unionAll(users.where('users.email', 'in', addresses));
}

/** SQL condition on `members` joined with `users`: the member has not left the group and may receive emails. */
export const reachableMemberCondition = sql<boolean>`(
  ${isCurrentMember} and users.blocked_at is null and not ${contestedMemberCondition}
)`;

/** Finds unblocked accounts by id or email address. A search by address skips accounts whose address is unconfirmed. */
async function accountsOf(
  db: Db,
  kind: NoticeKind | undefined,
  column: 'users.id' | 'users.email',
  values: readonly string[],
): Promise<Map<string, Recipient>> {
  if (values.length === 0) return new Map();
  const rows = await db
    .selectFrom('users')
    .leftJoin('notice_settings', (join) =>
      join
        .onRef('notice_settings.user_id', '=', 'users.id')
        .on('notice_settings.kind', '=', kind ?? null),
    )
    .select(['users.id', 'users.email', 'notice_settings.delivery'])
    .where(
      column === 'users.id'
        ? isIdInJsonArray(db, column, JSON.stringify(values))
        : (eb) => eb(column, 'in', values),
    )
    .where('users.blocked_at', 'is', null)
    .$if(column === 'users.email', (query) =>
      query.where('users.email_confirmed_at', 'is not', null),
    )
    .execute();
  return new Map(
    rows.map(({ id, email, delivery }) => [
      column === 'users.id' ? id : email,
      { email, account: { id, delivery: deliveryOf(kind, delivery) } },
    ]),
  );
}

async function membersOf(
  db: Db,
  kind: NoticeKind | undefined,
  ids: readonly string[],
): Promise<Map<string, Recipient>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('members')
    .leftJoin('users', 'users.id', 'members.user_id')
    .leftJoin('notice_settings', (join) =>
      join
        .onRef('notice_settings.user_id', '=', 'users.id')
        .on('notice_settings.kind', '=', kind ?? null),
    )
    .select(['members.id as memberId', 'members.email as invited'])
    .select(['users.id', 'users.email', 'notice_settings.delivery'])
    .where(isIdInJsonArray(db, 'members.id', JSON.stringify(ids)))
    .where(reachableMemberCondition)
    .execute();
  return new Map(
    rows.map(({ memberId, invited, id, email, delivery }) => [
      memberId,
      id === null || email === null
        ? { email: invited }
        : { email, account: { id, delivery: deliveryOf(kind, delivery) } },
    ]),
  );
}

/** Returns the recipient's delivery setting. Emails without a kind, such as confirmation links, are always sent. */
const deliveryOf = (
  kind: NoticeKind | undefined,
  stored: NoticeDeliveryMode | null,
): NoticeDeliveryMode => (kind === undefined ? 'email' : getEffectiveNoticeDelivery(kind, stored));

/** Returns true if the recipient may receive emails. Ignores the recipient's notice settings. */
export async function mayReceiveEmails(db: Db, to: RecipientReference): Promise<boolean> {
  const find = await findRecipients(db, undefined, [to]);
  return find(to) !== undefined;
}

export const createUnreachableMemberProblem = ({ name }: { name: string }) =>
  new Problem(
    'invalid',
    `Nothing was sent: ${name}’s account is blocked, or an admin has to choose it first.`,
  );
