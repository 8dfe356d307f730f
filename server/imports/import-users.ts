import { setImmediate as nextTurn } from 'node:timers/promises';
import type { z } from 'zod';
import type { importUsers as endpoint } from '#contract/admin/imports.ts';
import { Problem } from '#contract/problem.ts';
import { recordAuditEntry } from '#server/audit/record-entry.ts';
import type { Db } from '#server/db/tables.ts';
import { lockEmailAddresses } from '#server/groups/claims/lock-addresses.ts';
import { lockStaffNames } from '#server/groups/staff/bind-staff.ts';
import type { Caller } from '#server/http/serve.ts';
import type { Job } from '#server/http/work/job.ts';
import type { Services } from '#server/services.ts';
import { writeAs } from '#server/session/write-as.ts';
import { bindNewStaff, inviteUser } from '#server/users/invite-user.ts';
import { findStaffRoleConflicts } from './check-roles.ts';
import { digestRows, requireMatchingToken } from './check-token.ts';
import { compareUsersWithAccounts, findAccountsByEmail, parseUserRows } from './check-users.ts';
import { createInitialPasswords, type InitialPassword } from './first-passwords.ts';
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
    const roles = await findStaffRoleConflicts(db, compared.added);
    return { ...compared, errors: [...read.errors, ...compared.errors, ...roles] };
  };
  const checked = await check(services.db);
  if (dryRun) return buildUsersResult(checked, { isWritten: false, token: checkedToken });
  requireNoRowErrors(rows, checked.errors);
  if (checked.added.length === 0)
    return buildUsersResult(checked, { isWritten: true, token: checkedToken });
  const emails = checked.added.map(({ email }) => email);
  const passwords = await job.waitFor(() =>
    createInitialPasswords(services, caller, emails, () => job.signal.aborted),
  );
  const write = () =>
    writeAs(services, caller, async (context) => {
      const { trx } = context;
      await lockStaffNames(
        trx,
        checked.added.flatMap(({ role, name }) => (role === 'faculty' ? [name] : [])),
      );
      await lockEmailAddresses(trx, emails);
      const comparison = await check(trx);
      requireNoRowErrors(rows, comparison.errors);
      // Insert users in a fixed order to prevent deadlocks between two imports of the same users.
      const inOrder = comparison.added.toSorted((a, b) => (a.email < b.email ? -1 : 1));
      for (const { row: _, ...user } of inOrder) {
        await nextTurn();
        const { passwordHash, passwordEndsAt } = required(passwords, user.email);
        const invited = { ...user, passwordHash, passwordEndsAt };
        const id = await inviteUser(context, invited, 'by an import');
        await bindNewStaff(context, { ...user, id });
      }
      const subject = { kind: 'portal', id: null, name: 'Users' } as const;
      const detail = formatUserCounts(comparison);
      if (comparison.added.length > 0)
        await recordAuditEntry(context, { action: 'list-imported', by: caller, subject, detail });
      return comparison;
    });
  const done = await write().catch((error) => {
    // If a concurrent request has created an account, repeat the import once: the comparison now finds the account.
    if (error instanceof Problem && error.code === 'email-taken') return write();
    throw error;
  });
  services.mail.wake();
  const oneTimePasswords = done.added.flatMap(({ name, email }) => {
    const { password } = required(passwords, email);
    return password === undefined ? [] : [{ name, email, password }];
  });
  return {
    ...buildUsersResult(done, { isWritten: true, token: checkedToken }),
    ...(oneTimePasswords.length > 0 && { oneTimePasswords }),
  };
}

/** Returns a new account's password. Throws `stale-version` if there is none, because users changed after the check. */
function required(passwords: Map<string, InitialPassword>, email: string): InitialPassword {
  const firstPassword = passwords.get(email);
  if (firstPassword) return firstPassword;
  throw new Problem(
    'stale-version',
    'Nothing was imported, because accounts were changed in the meantime. Check the file again.',
  );
}
