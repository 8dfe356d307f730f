import { sql } from 'kysely';
import type { Delivery, NoticeKind } from '#contract/notices.ts';
import { Problem } from '#contract/problem.ts';
import { listedIn } from '#server/db/compile-once.ts';
import { isContested } from '#server/db/contested.ts';
import type { Db } from '#server/db/tables.ts';
import { deliveryFor } from './settings.ts';

/** Somebody to be told: an account, a member of a group, or an address of the department, such as the office’s. */
export type To = { userId: string } | { memberId: string } | { address: string };

/** Where emails to somebody go; without an account there are no notices and no choice. */
export type Recipient = {
  email: string;
  account?: { id: string; delivery: Delivery } | undefined;
};

/**
 * The one place that decides whether somebody is told of anything. A blocked account is told nothing, and neither is a
 * member whose account an admin has yet to choose. A member who belongs to an account is told at its present address;
 * one who does not, at the address that invites them. Left out of the result: whoever is not told.
 */
export async function findRecipients(
  db: Db,
  kind: NoticeKind | undefined,
  all: readonly To[],
): Promise<(to: To) => Recipient | undefined> {
  const userIds = all.flatMap((to) => ('userId' in to ? [to.userId] : []));
  const memberIds = all.flatMap((to) => ('memberId' in to ? [to.memberId] : []));
  const addresses = all.flatMap((to) => ('address' in to ? [to.address] : []));
  const byUser = await accountsOf(db, kind, 'users.id', userIds);
  const byMember = await membersOf(db, kind, memberIds);
  const byAddress = await accountsOf(db, kind, 'users.email', addresses);
  return (to) => {
    if ('userId' in to) return byUser.get(to.userId);
    if ('memberId' in to) return byMember.get(to.memberId);
    // The department is told whatever becomes of an account with its address.
    return byAddress.get(to.address) ?? { email: to.address };
  };
}

/** Condition on `members`, joined with the `users` that they belong to: whether a member is told anything. */
export const isReachable = sql<boolean>`(users.blocked_at is null and not ${isContested})`;

/** Accounts that are not blocked; by address only those that have confirmed it. */
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
        ? listedIn(db, column, JSON.stringify(values))
        : (eb) => eb(column, 'in', values),
    )
    .where('users.blocked_at', 'is', null)
    .$if(column === 'users.email', (found) =>
      found.where('users.email_confirmed_at', 'is not', null),
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
    .where(listedIn(db, 'members.id', JSON.stringify(ids)))
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

/** What carries no kind, such as a link to confirm an address, is always emailed. */
const deliveryOf = (kind: NoticeKind | undefined, stored: Delivery | null): Delivery =>
  kind === undefined ? 'email' : deliveryFor(kind, stored);

/** Whether somebody gets an email that is no notice. */
export async function isTold(db: Db, to: To): Promise<boolean> {
  const find = await findRecipients(db, undefined, [to]);
  return find(to) !== undefined;
}

/** For an email that somebody asks for by hand. */
export const noEmailsTo = ({ name }: { name: string }) =>
  new Problem(
    'invalid',
    `${name} gets no emails now: the account is blocked, or an admin has to choose it first. Nothing was sent.`,
  );
