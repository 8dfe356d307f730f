import { recordAuditEntry, toUserSubject } from '#server/audit/record-entry.ts';
import type { Services } from '#server/services.ts';
import { createOneTimePassword } from '#server/session/password/one-time-password.ts';
import { hashPassword } from '#server/session/password/password.ts';
import { findPasswordError } from '#server/session/password/require-allowed-password.ts';
import { insertUser } from './add-user.ts';
import { setPassword } from './set-password.ts';

type FirstAdminLogin = { email: string; password: string };
type NeededServices = Pick<Services, 'db' | 'clock' | 'config'>;

/**
 * Creates the first admin of an empty database. Returns the password if it was generated. Until the first login, each
 * start generates a new one, because the last start may have been killed before it printed the password. Throws if the
 * password from the environment may not be used.
 */
export async function prepareFirstAdmin(
  services: NeededServices,
): Promise<FirstAdminLogin | undefined> {
  if (await hasAccounts(services)) return renewUnusedPassword(services);
  return makeFirstAdmin(services).catch(async (error) => {
    // Another instance that starts at the same moment may have created the account.
    if (await hasAccounts(services)) return undefined;
    throw error;
  });
}

const hasAccounts = async ({ db }: Pick<Services, 'db'>): Promise<boolean> =>
  (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined;

async function makeFirstAdmin({
  db,
  clock,
  config,
}: NeededServices): Promise<FirstAdminLogin | undefined> {
  const email = (config.admin?.email ?? 'admin@localhost.local').toLowerCase();
  const now = clock();
  const { password, endsAt } = config.admin
    ? { password: config.admin.password, endsAt: undefined }
    : createOneTimePassword(now);
  const admin = { name: 'Admin', email, role: 'admin' } as const;
  const error = findPasswordError(password, admin, config);
  if (error) throw new Error(`ADMIN_PASSWORD cannot be used. ${error}`);
  const passwordHash = await hashPassword(password);
  await db.transaction().execute(async (trx) => {
    const account = { ...admin, passwordHash, passwordEndsAt: endsAt };
    const userId = await insertUser({ trx, now }, account);
    const subject = toUserSubject({ ...admin, userId });
    const detail = 'as the first admin, at the first start';
    await recordAuditEntry({ trx, now }, { action: 'account-made', by: 'portal', subject, detail });
  });
  return config.admin ? undefined : { email, password };
}

async function renewUnusedPassword({
  db,
  clock,
}: NeededServices): Promise<FirstAdminLogin | undefined> {
  const admins = await db
    .selectFrom('users')
    .select(['id', 'name', 'email', 'password_ends_at'])
    .where('role', '=', 'admin')
    .limit(2)
    .execute();
  const [admin] = admins;
  // There can be several admins only if the first admin has already logged in.
  if (!admin || admins.length > 1 || admin.password_ends_at === null) return undefined;
  const used = await db
    .selectFrom('audit_entries')
    .select('id')
    .where('action', '=', 'logged-in')
    .where('actor_id', '=', admin.id)
    .limit(1)
    .executeTakeFirst();
  if (used) return undefined;
  const now = clock();
  const { password, endsAt } = createOneTimePassword(now);
  const hash = await hashPassword(password);
  await db.transaction().execute(async (trx) => {
    await setPassword(trx, admin.id, { hash, endsAt });
    const subject = toUserSubject({ ...admin, userId: admin.id });
    const detail = 'another one-time password for the first admin, since no one had used the last';
    await recordAuditEntry(
      { trx, now },
      { action: 'password-changed', by: 'portal', subject, detail },
    );
  });
  return { email: admin.email, password };
}
