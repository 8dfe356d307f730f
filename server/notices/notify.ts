import { randomUUID } from 'node:crypto';
import type { Delivery, NoticeKind } from '#contract/notices.ts';
import type { Db, Row } from '#server/db/tables.ts';
import { type NewEmail, queueEmails } from '#server/mail/outbox.ts';
import type { Services } from '#server/services.ts';
import { deliveryFor, isOptional } from './settings.ts';

export type Told = {
  /** An account; else whoever has confirmed `address`, or that of the email. */
  userId?: string;
  address?: string;
  /** One whole sentence, without marks. */
  text: string;
  /** Of the portal. */
  path: string;
  /** Left out where a kind is told on the page and in digests only. */
  email?: NewEmail;
  /** The email comes whatever they have chosen. */
  isAlways?: boolean;
};

/**
 * The notices of one kind, and the emails for those who want them at once or have no account. Gives the ids of the
 * emails, in the order of `told`; undefined where none was queued.
 */
export async function notify(
  trx: Db,
  services: Pick<Services, 'config'>,
  kind: NoticeKind,
  told: readonly Told[],
  now: Date,
): Promise<(string | undefined)[]> {
  const ids: (string | undefined)[] = [];
  for (let from = 0; from < told.length; from += atOnce) {
    ids.push(...(await notifySome(trx, services, kind, told.slice(from, from + atOnce), now)));
  }
  return ids;
}

/** SQLite takes some 32,000 values in one query. */
const atOnce = 1000;

async function notifySome(
  trx: Db,
  { config }: Pick<Services, 'config'>,
  kind: NoticeKind,
  told: readonly Told[],
  now: Date,
): Promise<(string | undefined)[]> {
  const find = await accountsFor(trx, kind, told);
  const notices = new Map<string, Row<'notices'>>();
  const emails: { index: number; email: NewEmail }[] = [];
  for (const [index, one] of told.entries()) {
    const account = find(one);
    const delivery = account?.delivery ?? 'email';
    const { email } = one;
    const isEmailed = delivery === 'email' || one.isAlways === true;
    if (email && isEmailed) {
      const isFree = account && delivery === 'email' && isOptional(kind);
      const unsubscribes = isFree ? { userId: account.id, kind } : undefined;
      emails.push({ index, email: { ...email, unsubscribes } });
    }
    if (!account || delivery === 'off' || notices.has(account.id)) continue;
    const awaitsDigest = delivery === 'digest' && !(email && isEmailed);
    notices.set(account.id, {
      ...{ id: randomUUID(), user_id: account.id, kind, text: one.text, path: one.path },
      ...{ created_at: now.toISOString(), read_at: null, awaits_digest: awaitsDigest ? 1 : 0 },
    });
  }
  if (notices.size > 0)
    await trx
      .insertInto('notices')
      .values([...notices.values()])
      .execute();
  const queued = emails.map(({ email }) => email);
  const ids = await queueEmails(trx, queued, config, now);
  const byIndex = new Map(emails.map(({ index }, place) => [index, ids[place]]));
  return told.map((_, index) => byIndex.get(index));
}

type Account = { id: string; delivery: Delivery };

const addressOf = ({ address, email }: Told) => address ?? email?.recipient;

/** Whoever has not confirmed an address is not who is meant by it, and decides nothing for them. */
async function accountsFor(trx: Db, kind: NoticeKind, told: readonly Told[]) {
  const ids = told.flatMap(({ userId }) => userId ?? []);
  const addresses = told.flatMap((one) => (one.userId ? [] : (addressOf(one) ?? [])));
  const rows = await trx
    .selectFrom('users')
    .leftJoin('notice_settings', (join) =>
      join.onRef('notice_settings.user_id', '=', 'users.id').on('notice_settings.kind', '=', kind),
    )
    .select(['users.id', 'users.email', 'notice_settings.delivery'])
    .where('users.blocked_at', 'is', null)
    .where((eb) =>
      eb.or([
        ...(ids.length > 0 ? [eb('users.id', 'in', ids)] : []),
        ...(addresses.length > 0
          ? [
              eb.and([
                eb('users.email', 'in', addresses),
                eb('users.email_confirmed_at', 'is not', null),
              ]),
            ]
          : []),
      ]),
    )
    .execute();
  const accounts = rows.map(({ id, email, delivery }) => ({
    ...{ id, email, delivery: deliveryFor(kind, delivery) },
  }));
  const byId = new Map<string, Account>(accounts.map((account) => [account.id, account]));
  const byAddress = new Map<string, Account>(accounts.map((account) => [account.email, account]));
  return (one: Told): Account | undefined =>
    one.userId ? byId.get(one.userId) : byAddress.get(addressOf(one) ?? '');
}
