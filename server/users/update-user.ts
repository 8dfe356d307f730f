import type { z } from 'zod';
import { Problem } from '#contract/problem.ts';
import type { updateUser as endpoint } from '#contract/users.ts';
import type { Role } from '#contract/values/roles.ts';
import { hasMailServer } from '#server/config.ts';
import { lockUsers } from '#server/db/lock-rows.ts';
import type { CredentialEvent, DatabaseRow, Db } from '#server/db/tables.ts';
import type { WriteContext, WriteTransaction } from '#server/db/write-context.ts';
import { assignMembersToAccount } from '#server/groups/claims/claim-members.ts';
import { copyNewEmailToMembers } from '#server/groups/claims/copy-emails.ts';
import { lockEmailAddresses } from '#server/groups/claims/lock-addresses.ts';
import { unlinkStaffFromMembers } from '#server/groups/claims/unlink-staff.ts';
import { lockStaffNames } from '#server/groups/staff/bind-staff.ts';
import type { Caller } from '#server/http/serve.ts';
import { redirectUnsentEmails } from '#server/mail/outbox.ts';
import type { Services } from '#server/services.ts';
import { hashPassword } from '#server/session/password/password.ts';
import { requireAllowedPassword } from '#server/session/password/require-allowed-password.ts';
import { revokeCredentials } from '#server/session/revoke-credentials.ts';
import { deleteAccountLimits } from '#server/session/throttle/login-limits.ts';
import { writeAs } from '#server/session/write-as.ts';
import { buildDerivedUserColumns } from './account-keys.ts';
import { convertDuplicateEmailError, explainTakenEmail } from './add-user.ts';
import { queueAddressNotices } from './address-notices.ts';
import { createInitialPassword } from './initial-passwords.ts';
import { queueInvitation } from './invite-user.ts';
import { getUser } from './list-users.ts';
import { recordUserUpdate } from './record-update.ts';
import { updateStaffInGroups } from './update-staff-in-groups.ts';

type Edit = z.output<typeof endpoint.body>;

const columns = [
  'id',
  'name',
  'email',
  'role',
  'blocked_at',
  'email_confirmed_at',
  'supervises',
] as const;
type Account = Pick<DatabaseRow<'users'>, (typeof columns)[number]>;

/**
 * Updates an account, and copies a new name or email to the account's groups. Setting a password, changing the role or
 * blocking the account ends its sessions and revokes its links and calendar URL; a new email revokes links only. If the
 * update confirms an account, the reply has a one-time password unless a mail server delivers the invitation. Throws
 * `not-found`, `invalid`, `unconfirmed`, `email-taken`, `last-admin` or `already-in-group`.
 */
export async function updateUser(
  services: Services,
  caller: Caller,
  userId: string,
  { password, samePerson, followInGroup: _, ...sent }: Edit,
) {
  const edit = {
    ...sent,
    ...(givesStaffRole(services.config, sent) && { confirmed: true as const }),
  };
  const passwords = await preparePasswords(services, caller, userId, { ...sent, password });
  const work = async (context: WriteContext) => {
    const { trx } = context;
    const before = await trx
      .selectFrom('users')
      .select(columns)
      .where('id', '=', userId)
      .executeTakeFirst();
    if (!before) throw new Problem('not-found', 'This user does not exist.');
    requireConfirmedForRole(before, edit);
    // Revoke first: deleting the sessions waits for the user's running writes, which may need the locks below.
    const isVouched = isVouchedFor(services.config, before, sent);
    const newPassword = isVouched ? passwords.confirming : passwords.entered;
    const isConfirmed = before.email_confirmed_at === null && edit.confirmed === true;
    const events = listEvents(before, edit, newPassword !== undefined);
    if (isConfirmed || isVouched) events.push('confirmed');
    for (const event of events) await revokeCredentials(trx, { userId }, event);
    await lockStaffNames(trx, [before.name, edit.name]);
    await lockEmailAddresses(trx, [before.email, edit.email ?? before.email]);
    const after = await write(context, before, edit, newPassword);
    await followInGroups(context, before, after, samePerson || undefined);
    await tellAddresses(context, before, after, events.includes('confirmed'));
    if (newPassword) await deleteAccountLimits(trx, after.email);
    const passwordChange = newPassword?.how;
    await recordUserUpdate(context, userId, { before, after, passwordChange, samePerson });
    await requireAnAdmin(trx);
    return { user: await getUser(trx, userId), oneTimePassword: newPassword?.oneTimePassword };
  };
  const { user, oneTimePassword } = await explainTakenEmail(services.db, edit.email, () =>
    writeAs(services, caller, work, (trx) => lockForChange(trx, userId)),
  );
  services.mail.wake();
  return {
    message: 'User updated successfully',
    user,
    ...(oneTimePassword && { oneTimePassword }),
  };
}

type PreparedPassword = {
  hash: string;
  endsAt?: Date | undefined;
  oneTimePassword?: string | undefined;
  /** For the audit trail. */
  how: string;
};

/**
 * Hashes the password that the admin entered, or the one that an account gets if the update confirms it. Hashing takes
 * long, so it cannot wait for the transaction, which decides whether the update confirms the account.
 */
async function preparePasswords(
  services: Services,
  caller: Caller,
  userId: string,
  { password, ...sent }: Edit,
): Promise<{ entered?: PreparedPassword; confirming?: PreparedPassword }> {
  const before = await services.db
    .selectFrom('users')
    .select(['name', 'email', 'email_confirmed_at'])
    .where('id', '=', userId)
    .executeTakeFirst();
  if (password) {
    const { name = before?.name ?? '', email = before?.email ?? '' } = sent;
    requireAllowedPassword(password, { name, email }, services.config);
    const hash = await hashPassword(password, {
      purpose: 'own account',
      address: caller.address,
    });
    const entered = { hash, how: 'by an admin' };
    return { entered, confirming: entered };
  }
  // With `confirmed`, the transaction may find another email, and then needs a password.
  if (!before || !(sent.confirmed || isVouchedFor(services.config, before, sent))) return {};
  const initial = await createInitialPassword(services, caller);
  return {
    confirming: {
      hash: initial.passwordHash,
      endsAt: initial.passwordEndsAt,
      oneTimePassword: initial.password,
      how: 'replaced, because anybody can have signed up with this address',
    },
  };
}

/**
 * True if an admin vouches for the address of an account that may be a stranger's: it is not confirmed, or the admin
 * says that its confirmed address was wrong. Without a mail server a staff role alone leaves the password, because
 * clients of the specification, which send no more, could not show another.
 */
function isVouchedFor(
  config: Services['config'],
  before: Pick<Account, 'email' | 'email_confirmed_at'>,
  sent: Pick<Edit, 'email' | 'confirmed' | 'role'>,
): boolean {
  const isEmailNew = sent.email !== undefined && sent.email !== before.email;
  if (before.email_confirmed_at !== null) return isEmailNew && sent.confirmed === true;
  const isStaffNow = givesStaffRole(config, sent) && hasMailServer(config);
  return isEmailNew || sent.confirmed === true || isStaffNow;
}

/** Invites the owner of an account that was confirmed, and tells both addresses of a change. */
async function tellAddresses(
  context: WriteContext,
  before: Account,
  after: Account,
  isInvited: boolean,
) {
  if (after.blocked_at !== null) return;
  if (isInvited) await queueInvitation(context, after, 'confirmed');
  if (after.email !== before.email) await queueAddressNotices(context, before, after, isInvited);
}

const listEvents = (
  before: Account,
  {
    role = before.role,
    email = before.email,
    blocked,
  }: Omit<Edit, 'password' | 'samePerson' | 'followInGroup'>,
  isPasswordNew: boolean,
): CredentialEvent[] => [
  ...(isPasswordNew ? (['password-changed'] as const) : []),
  ...(role !== before.role ? (['role-changed'] as const) : []),
  ...(blocked === true ? (['blocked'] as const) : []),
  ...(email !== before.email ? (['email-changed'] as const) : []),
];

async function followInGroups(
  context: WriteContext,
  before: Account,
  after: Account,
  samePerson: string | undefined,
) {
  // Unlink first, because the account is not linked as staff to groups of which it was a member.
  if (after.role !== before.role) await unlinkStaffFromMembers(context, { userId: after.id });
  await updateStaffInGroups(context, before, after);
  const isEmailNew = after.email !== before.email;
  if (isEmailNew) {
    const moved = { userId: after.id, email: after.email };
    await copyNewEmailToMembers(context, { ...moved, samePerson });
    await redirectUnsentEmails(context, { ...moved, from: before.email });
  }
  const isConfirmedNow = before.email_confirmed_at === null && after.email_confirmed_at !== null;
  if (isEmailNew || isConfirmedNow || after.role !== before.role)
    await assignMembersToAccount(context, after);
}

/** Locks the rows of the user (against concurrent logins) and of all admins. Must be the transaction's first lock. */
const lockForChange = (db: Db, userId: string) =>
  lockUsers(db)
    .where((eb) => eb.or([eb('role', '=', 'admin'), eb('id', '=', userId)]))
    .execute();

function write(
  { trx, now }: WriteTransaction,
  before: Account,
  {
    name,
    email,
    role,
    blocked,
    confirmed,
    supervises,
  }: Omit<Edit, 'password' | 'samePerson' | 'followInGroup'>,
  password: PreparedPassword | undefined,
): Promise<Account> {
  const at = now.toISOString();
  const isEmailNew = email !== undefined && email !== before.email;
  return convertDuplicateEmailError(email, () =>
    trx
      .updateTable('users')
      .set({
        ...(name !== undefined && { name }),
        ...(email !== undefined && { email }),
        ...(role !== undefined && { role }),
        ...(password && {
          password_hash: password.hash,
          password_ends_at: password.endsAt?.toISOString() ?? null,
        }),
        ...(blocked !== undefined && { blocked_at: blocked ? (before.blocked_at ?? at) : null }),
        // An address that an admin enters counts as confirmed; an unchanged address only if `confirmed` is set.
        ...(confirmed && { email_confirmed_at: before.email_confirmed_at ?? at }),
        ...(isEmailNew && { email_confirmed_at: at }),
        ...(supervises !== undefined && { supervises: supervises ? 1 : 0 }),
        ...buildDerivedUserColumns({
          name: name ?? before.name,
          email: email ?? before.email,
          role: role ?? before.role,
        }),
      })
      .where('id', '=', before.id)
      .returning(columns)
      .executeTakeFirstOrThrow(),
  );
}

/** Without links, an admin who gives a staff role vouches for the address: clients of the specification send no more. */
const givesStaffRole = ({ confirmEmail }: Services['config'], { role }: Pick<Edit, 'role'>) =>
  confirmEmail === 'admin' && (role === 'faculty' || role === 'admin');

/** Throws `unconfirmed` if an edit gives an unconfirmed account a staff role: its address may be someone else's. */
function requireConfirmedForRole(
  before: { role: Role; email_confirmed_at: string | null },
  { role = before.role, confirmed }: { role?: Role | undefined; confirmed?: boolean | undefined },
) {
  if (role === 'student' || role === before.role) return;
  if (before.email_confirmed_at !== null || confirmed) return;
  const message = `Confirm this account’s email first: until then it cannot be made ${role}.`;
  throw new Problem('unconfirmed', message, { fields: { role: message } });
}

async function requireAnAdmin(db: Db) {
  const admin = await db
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'admin')
    .where('blocked_at', 'is', null)
    .executeTakeFirst();
  if (!admin) {
    throw new Problem(
      'last-admin',
      'This is the last admin. Make someone else an admin first; otherwise no one could run the portal.',
    );
  }
}
