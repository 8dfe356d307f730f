import { maxUsagePayers, type UsageTotal } from '#contract/admin/request-usage.ts';
import { readTogether } from '#server/db/read-together.ts';
import type { Db } from '#server/db/tables.ts';
import type { Services } from '#server/services.ts';
import { getSlot, selectRaises } from './share-usage.ts';

const hourMs = 3_600_000;

/** Returns the accounts and networks with the largest totals of the last hour, and all raised limits. */
export async function listRequestUsage(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  sort: UsageTotal,
) {
  const now = clock();
  const [accounts, networks, raised] = await readTogether(db, (reader) => {
    const totals = sumUsage(reader, getSlot(now.getTime() - hourMs))
      .orderBy(sort, 'desc')
      .orderBy('payer')
      .limit(maxUsagePayers);
    return Promise.all([
      totals.where('kind', '=', 'account').execute(),
      totals.where('kind', '!=', 'account').execute(),
      listRaises(reader, now),
    ]);
  });
  const users = await listUsers(
    db,
    accounts.map(({ payer }) => payer),
  );
  return {
    accounts: accounts.flatMap(({ payer, ...usage }) => {
      const user = users.find(({ _id }) => _id === payer);
      const raise = raised.find(({ _id }) => _id === payer)?.raise ?? null;
      return user ? [{ ...user, ...usage, raise }] : [];
    }),
    networks: networks.map(({ payer: network, ...usage }) => ({ network, ...usage })),
    raised,
  };
}

const sumUsage = (db: Db, since: string) =>
  db
    .selectFrom('request_usage')
    .where('slot', '>=', since)
    .groupBy('payer')
    .select(({ fn }) => [
      'payer',
      fn.sum<number>('requests').as('requests'),
      fn.sum<number>('refused').as('refused'),
      fn.sum<number>('work').as('work'),
      fn.sum<number>('rows').as('rows'),
      fn.sum<number>('megabytes').as('megabytes'),
      fn.sum<number>('emails').as('emails'),
    ]);

async function listUsers(db: Db, ids: readonly string[]) {
  if (ids.length === 0) return [];
  const users = db.selectFrom('users').where('id', 'in', ids);
  return users.select(['id as _id', 'name', 'email', 'role']).execute();
}

async function listRaises(db: Db, now: Date) {
  const rows = await selectRaises(db, now)
    .innerJoin('users', 'users.id', 'raised_limits.user_id')
    .select(['users.id as _id', 'users.name', 'users.email', 'users.role', 'factor', 'ends_at'])
    .orderBy('users.sort_key')
    .orderBy('users.id')
    .execute();
  return rows.map(({ factor, ends_at: endsAt, ...user }) => ({
    ...user,
    raise: { factor, endsAt },
  }));
}
