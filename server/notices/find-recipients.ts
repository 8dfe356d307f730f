import { sql } from 'kysely';
import type { Delivery, NoticeKind } from '#contract/notices.ts';
import { Problem } from '#contract/problem.ts';
import { isContested } from '#server/db/contested.ts';
import { isInJsonArray } from '#server/db/prepared-query.ts';
import type { Db } from '#server/db/tables.ts';
import { getEffectiveDelivery } from './settings.ts';

/** A recipient to look up: an account, a member of a group, or an address of the department such as the office's. */
export type RecipientKey = { userId: string } | { memberId: string } | { address: string };

/** Where to send emails. Recipients without an account have neither notices nor settings. */
export type Recipient = {
  email: string;
  account?: { id: string; delivery: Delivery } | undefined;
};

/**
 * Returns a function that returns the recipient of a key; every notification uses it. The recipient is undefined for
 * blocked accounts and for members whose account an admin has yet to choose. Members with an account get emails at its
 * current address, other members at the address in the group.
 */
export async function findRecipients(
  db: Db,
  kind: NoticeKind | undefined,
  all: readonly RecipientKey[],
): Promise<(to: RecipientKey) => Recipient | undefined> {
  const userIds = all.flatMap((to) => ('userId' in to ? [to.userId] : []));
  const memberIds = all.flatMap((to) => ('memberId' in to ? [to.memberId] : []));
  const addresses = all.flatMap((to) => ('address' in to ? [to.address] : []));
  const byUser = await accountsOf(db, kind, 'users.id', userIds);
  const byMember = await membersOf(db, kind, memberIds);
  const byAddress = await accountsOf(db, kind, 'users.email', addresses);
  return (to) => {
    if ('userId' in to) return byUser.get(to.userId);
    if ('memberId' in to) return byMember.get(to.memberId);
    // Addresses of the department always receive emails, even if an account with the address is blocked.
    return byAddress.get(to.address) ?? { email: to.address };
  };
}

/** SQL condition on `members` joined with `users`: true if the member receives notifications. */
export const isReachable = sql<boolean>`(users.blocked_at is null and not ${isContested})`;

/** Returns the accounts that are not blocked. A lookup by address finds confirmed accounts only. */
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
        ? isInJsonArray(db, column, JSON.stringify(values))
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
    .where(isInJsonArray(db, 'members.id', JSON.stringify(ids)))
    .where(isReachable)
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

/** Emails without a kind, such as a link to confirm an address, are always sent. */
const deliveryOf = (kind: NoticeKind | undefined, stored: Delivery | null): Delivery =>
  kind === undefined ? 'email' : getEffectiveDelivery(kind, stored);

/** Returns true if the recipient may be sent emails other than notices. */
export async function mayReceiveEmails(db: Db, to: RecipientKey): Promise<boolean> {
  const find = await findRecipients(db, undefined, [to]);
  return find(to) !== undefined;
}

/** Error for an email that cannot be sent to a member. */
export const createUnreachableProblem = ({ name }: { name: string }) =>
  new Problem(
    'invalid',
    `${name} gets no emails now: the account is blocked, or an admin has to choose it first. Nothing was sent.`,
  );
