import { z } from 'zod';
import type { ImportRowError, UserImportRow } from '#contract/admin/imports.ts';
import { UserName } from '#contract/users.ts';
import { type Role, roles } from '#contract/values/roles.ts';
import { Email, toNameKey } from '#contract/values/text.ts';
import type { Db } from '#server/db/tables.ts';
import { isPlaceholderName, placeholderSupervisor } from '#server/groups/staff/bind-staff.ts';
import { findRepeatedKeys, getRowErrors, runInBatches } from './row-errors.ts';

const Cells = z.object({
  name: UserName,
  email: Email,
  role: z
    .string()
    .trim()
    .toLowerCase()
    .pipe(z.enum(roles, 'Role must be admin, faculty or student.')),
});

export type UserToImport = { row: number; name: string; email: string; role: Role };
type Account = { name: string; email: string; role: Role };

export function parseUserRows(rows: readonly UserImportRow[]) {
  const users: UserToImport[] = [];
  const errors: ImportRowError[] = [];
  for (const { row, ...cells } of rows) {
    const { data, error } = Cells.safeParse(cells);
    if (error) errors.push(...getRowErrors(row, error));
    else if (data.role === 'faculty' && isPlaceholderName(data.name)) {
      const message = `“${placeholderSupervisor}” stands for a supervisor who is named later. Write the person’s own name.`;
      errors.push({ row, column: 'name', message });
    } else users.push({ row, ...data });
  }
  const repeated = findRepeatedKeys(rows, 'email', 'email', ({ email }) =>
    email.trim().toLowerCase(),
  );
  return { users, errors: [...errors, ...repeated] };
}

/** Compares rows with stored accounts. Each difference is an error, because an import never changes accounts. */
export function compareUsersWithAccounts(
  users: readonly UserToImport[],
  accounts: readonly Account[],
) {
  const known = new Map(accounts.map((account) => [account.email, account]));
  const errors: ImportRowError[] = [];
  const added: UserToImport[] = [];
  const unchanged: UserToImport[] = [];
  for (const user of users) {
    const account = known.get(user.email);
    const differing = account ? differencesOf(user, account) : [];
    errors.push(...differing);
    if (!account) added.push(user);
    else if (differing.length === 0) unchanged.push(user);
  }
  return { added, unchanged, errors };
}

function differencesOf(
  { row, name, email, role }: UserToImport,
  account: Account,
): ImportRowError[] {
  const how = 'An import changes no account: write that here, or change the account under Users.';
  const messageFor = (what: string) => `The account of ${email} has the ${what}. ${how}`;
  return [
    ...(toNameKey(name) === toNameKey(account.name)
      ? []
      : [{ row, column: 'name', message: messageFor(`name “${account.name}”`) }]),
    ...(role === account.role
      ? []
      : [{ row, column: 'role', message: messageFor(`role ${account.role}`) }]),
  ];
}

export const findAccountsByEmail = (db: Db, users: readonly UserToImport[]): Promise<Account[]> =>
  runInBatches(
    users.map(({ email }) => email),
    (emails) =>
      db
        .selectFrom('users')
        .select(['name', 'email', 'role'])
        .where('email', 'in', emails)
        .execute(),
  );
