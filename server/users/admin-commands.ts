import { recordAuditEntry, toUserSubject } from '#server/audit/record-entry.ts';
import { lockUsers } from '#server/db/lock-rows.ts';
import type { DatabaseRow, Db } from '#server/db/tables.ts';
import type { WriteTransaction } from '#server/db/write-context.ts';
import type { Services } from '#server/services.ts';
import { createOneTimePassword } from '#server/session/password/one-time-password.ts';
import { hashPassword } from '#server/session/password/password.ts';
import { revokeCredentials } from '#server/session/revoke-credentials.ts';
import { deleteAccountLimits } from '#server/session/throttle/login-limits.ts';
import { confirmForOffice } from './confirm-for-office.ts';
import { setPassword } from './set-password.ts';

// Operations of `npm run admin`, for operators of the server. They need no login and are recorded in the audit trail.

type CommandServices = Pick<Services, 'db' | 'clock'>;
type Account = Pick<
  DatabaseRow<'users'>,
  'id' | 'name' | 'email' | 'role' | 'blocked_at' | 'email_confirmed_at'
>;

const byCommand = 'with npm run admin on the server';

/** Returns all admins with the time when they were last seen, which is null if they have no session. */
export const listAdmins = (db: Db) =>
  db
    .selectFrom('users')
    .leftJoin('sessions', 'sessions.user_id', 'users.id')
    .select(({ fn }) => [
      'users.name',
      'users.email',
      'users.blocked_at as blockedAt',
      fn.max('sessions.last_seen_at').as('lastSeenAt'),
    ])
    .where('users.role', '=', 'admin')
    .groupBy(['users.id', 'users.name', 'users.email', 'users.blocked_at'])
    .orderBy('users.email')
    .execute();

/** Returns the sessions of one account or of all accounts, most recently seen first. */
export const listSessions = (db: Db, email?: string) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['users.email', 'users.role', 'sessions.device'])
    .select(['sessions.created_at as createdAt', 'sessions.last_seen_at as lastSeenAt'])
    .$if(email !== undefined, (query) => query.where('users.email', '=', toEmail(email ?? '')))
    .orderBy('sessions.last_seen_at', 'desc')
    .execute();

/**
 * Replaces an admin's password with a one-time password, which it returns. Unblocks the account, ends its sessions, and
 * deletes its links and login limits. Throws an Error if there is no such admin: admins reset all other passwords.
 */
export async function resetAdminPassword(services: CommandServices, email: string) {
  const { password, endsAt } = createOneTimePassword(services.clock());
  const hash = await hashPassword(password);
  await changeAccount(services, email, async ({ trx }, { id, role, blocked_at }) => {
    if (role !== 'admin') {
      throw new Error(`${email} is not an admin. An admin can set the password under Users.`);
    }
    await setPassword(trx, id, { hash, endsAt });
    await revokeCredentials(trx, { userId: id }, 'password-changed');
    await deleteAccountLimits(trx, toEmail(email));
    if (blocked_at) {
      await trx.updateTable('users').set({ blocked_at: null }).where('id', '=', id).execute();
    }
    return [
      ...(blocked_at ? [{ action: 'account-unblocked', detail: byCommand } as const] : []),
      { action: 'password-changed', detail: `a one-time password, ${byCommand}` } as const,
    ];
  });
  return { password, endsAt };
}

/** Ends all sessions of an account. Throws an Error if there is no such account. */
export async function endSessions(services: CommandServices, email: string): Promise<void> {
  await changeAccount(services, email, async ({ trx }, { id }) => {
    await revokeCredentials(trx, { userId: id }, 'sessions-ended');
    return [{ action: 'session-ended', detail: `all sessions, ${byCommand}` }];
  });
}

/** Ends the sessions of all accounts and returns their number. */
export function endAllSessions({ db, clock }: CommandServices): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const { sessions: count = 0 } = await revokeCredentials(trx, 'all accounts', 'sessions-ended');
    const subject = { kind: 'user', id: null, name: 'all accounts' } as const;
    const detail = `${count} sessions, ${byCommand}`;
    await recordAuditEntry(
      { trx, now: clock() },
      { action: 'session-ended', by: 'portal', subject, detail },
    );
    return count;
  });
}

/**
 * Confirms an account and replaces its password with a one-time password, which it returns: anybody can have signed up
 * with the address. Ends its sessions. Throws an Error if there is no such account or it is confirmed already.
 */
export async function confirmAccount(services: CommandServices, email: string) {
  const { password, endsAt } = createOneTimePassword(services.clock());
  const hash = await hashPassword(password);
  await changeAccount(services, email, async (context, account) => {
    if (account.email_confirmed_at) throw new Error(`${account.email} is already confirmed.`);
    await confirmForOffice(context, account, { hash, endsAt });
    return [
      { action: 'account-confirmed', detail: byCommand },
      { action: 'password-changed', detail: `a one-time password, ${byCommand}` },
    ];
  });
  return { password, endsAt };
}

type Entry = Pick<Parameters<typeof recordAuditEntry>[1], 'action' | 'detail'>;

function changeAccount(
  { db, clock }: CommandServices,
  email: string,
  change: (context: WriteTransaction, account: Account) => Promise<Entry[]>,
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const account = await lockUsers(trx)
      .where('email', '=', toEmail(email))
      .returning(['id', 'name', 'email', 'role', 'blocked_at', 'email_confirmed_at'])
      .executeTakeFirst();
    if (!account) throw new Error(`There is no account with the email address ${email}.`);
    const context = { trx, now: clock() };
    const subject = toUserSubject({ ...account, userId: account.id });
    for (const entry of await change(context, account)) {
      await recordAuditEntry(context, { ...entry, by: 'portal', subject });
    }
  });
}

const toEmail = (email: string) => email.trim().toLowerCase();
