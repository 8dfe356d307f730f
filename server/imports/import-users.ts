import { setImmediate as nextTurn } from 'node:timers/promises';
import type { z } from 'zod';
import type { importUsers as endpoint } from '#contract/admin/imports.ts';
import { Problem } from '#contract/problem.ts';
import { recordAuditEntry, toUserSubject } from '#server/audit/record-entry.ts';
import { lockUsers } from '#server/db/lock-rows.ts';
import type { Db } from '#server/db/tables.ts';
import type { WriteContext } from '#server/db/write-context.ts';
import { lockEmailAddresses } from '#server/groups/claims/lock-addresses.ts';
import { lockStaffNames } from '#server/groups/staff/bind-staff.ts';
import type { Caller } from '#server/http/serve.ts';
import type { Job } from '#server/http/work/job.ts';
import type { Services } from '#server/services.ts';
import { writeAs } from '#server/session/write-as.ts';
import { confirmForOffice } from '#server/users/confirm-for-office.ts';
import { createInitialPasswords, type InitialPassword } from '#server/users/initial-passwords.ts';
import { bindNewStaff, inviteUser, queueInvitation } from '#server/users/invite-user.ts';
import { digestRows, requireMatchingToken } from './check-token.ts';
import {
  compareUsersWithAccounts,
  findAccountsByEmail,
  parseUserRows,
  type UserToConfirm,
} from './check-users.ts';
import { buildUsersResult, formatUserCounts } from './result-of-users.ts';
import { requireNoRowErrors } from './row-errors.ts';

type Input = z.output<typeof endpoint.body>;

/** Imports all users or none, idempotently. Throws `invalid`, or `email-taken` or `stale-version` on a conflict. */
export async function importUsers(
  services: Services,
  caller: Caller,
  { rows, dryRun, token }: Input,
  job: Job,
) {
  const checkedToken = digestRows('users', rows);
  if (token !== undefined) requireMatchingToken(token, checkedToken);
  const read = await parseUserRows(rows, () => job.nextSlice());
  const check = async (db: Db) => {
    const compared = compareUsersWithAccounts(
      read.users,
      await findAccountsByEmail(db, read.users),
    );
    return { ...compared, errors: [...read.errors, ...compared.errors] };
  };
  const checked = await check(services.db);
  if (dryRun) return buildUsersResult(checked, { isWritten: false, token: checkedToken });
  requireNoRowErrors(rows, checked.errors);
  const newlyUsed = [...checked.added, ...checked.confirmed];
  if (newlyUsed.length === 0)
    return buildUsersResult(checked, { isWritten: true, token: checkedToken });
  const emails = newlyUsed.map(({ email }) => email);
  const passwords = await job.waitFor(() =>
    createInitialPasswords(services, caller, emails, () => job.signal.aborted),
  );
  const confirmedIds = checked.confirmed.map(({ id }) => id);
  const lockFirst = async (trx: Db) => {
    if (confirmedIds.length > 0) await lockUsers(trx).where('id', 'in', confirmedIds).execute();
  };
  const work = async (context: WriteContext) => {
    const { trx } = context;
    const newStaff = checked.added.filter(({ role }) => role === 'faculty');
    await lockStaffNames(
      trx,
      newStaff.map(({ name }) => name),
    );
    await lockEmailAddresses(trx, emails);
    const comparison = await check(trx);
    requireNoRowErrors(rows, comparison.errors);
    await writeUsers(context, comparison, passwords);
    return comparison;
  };
  const write = () => writeAs(services, caller, work, lockFirst);
  const done = await write().catch((error) => {
    // If a concurrent request has created an account, repeat the import once: the comparison now finds the account.
    if (error instanceof Problem && error.code === 'email-taken') return write();
    throw error;
  });
  services.mail.wake();
  const oneTimePasswords = [...done.added, ...done.confirmed].flatMap(({ name, email }) => {
    const { password } = required(passwords, email);
    return password === undefined ? [] : [{ name, email, password }];
  });
  return {
    ...buildUsersResult(done, { isWritten: true, token: checkedToken }),
    ...(oneTimePasswords.length > 0 && { oneTimePasswords }),
  };
}

type Comparison = Omit<ReturnType<typeof compareUsersWithAccounts>, 'errors'>;

async function writeUsers(
  context: WriteContext,
  comparison: Comparison,
  passwords: Map<string, InitialPassword>,
) {
  const { added, confirmed } = comparison;
  // Insert users in a fixed order to prevent deadlocks between two imports of the same users.
  for (const { row: _, ...user } of added.toSorted((a, b) => (a.email < b.email ? -1 : 1))) {
    await nextTurn();
    const { passwordHash, passwordEndsAt } = required(passwords, user.email);
    const invited = { ...user, passwordHash, passwordEndsAt };
    const id = await inviteUser(context, invited, 'by an import');
    await bindNewStaff(context, { ...user, id });
  }
  for (const user of confirmed) {
    await nextTurn();
    await confirmByImport(context, user, required(passwords, user.email));
  }
  if (added.length + confirmed.length === 0) return;
  const subject = { kind: 'portal', id: null, name: 'Users' } as const;
  await recordAuditEntry(context, {
    action: 'list-imported',
    by: context.caller,
    subject,
    detail: formatUserCounts(comparison),
  });
}

async function confirmByImport(
  context: WriteContext,
  user: UserToConfirm,
  { passwordHash, passwordEndsAt }: InitialPassword,
) {
  await confirmForOffice(context, user, { hash: passwordHash, endsAt: passwordEndsAt });
  await queueInvitation(context, user, 'confirmed');
  const about = { by: context.caller, subject: toUserSubject({ ...user, userId: user.id }) };
  const detail = 'by an import';
  await recordAuditEntry(context, { action: 'account-confirmed', ...about, detail });
  await recordAuditEntry(context, { action: 'password-changed', ...about, detail });
}

/** Returns an account's password. Throws `stale-version` if there is none, because users changed after the check. */
function required(passwords: Map<string, InitialPassword>, email: string): InitialPassword {
  const firstPassword = passwords.get(email);
  if (firstPassword) return firstPassword;
  throw new Problem(
    'stale-version',
    'Nothing was imported, because accounts have changed since the check. Check the file again.',
  );
}
