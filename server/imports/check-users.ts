import { z } from 'zod';
import { findImportedRole, importRoleWords } from '#contract/admin/import-roles.ts';
import { findTemplateCell } from '#contract/admin/import-template.ts';
import type { ImportRowError, UserImportRow } from '#contract/admin/imports.ts';
import { UserName } from '#contract/users.ts';
import type { Role } from '#contract/values/roles.ts';
import { Email, toNameKey } from '#contract/values/text.ts';
import type { Db } from '#server/db/tables.ts';
import { isPlaceholderName, placeholderSupervisor } from '#server/groups/staff/placeholder-name.ts';
import { findRepeatedKeys, getRowErrors, runInBatches } from './row-errors.ts';

const roleMessage = `Role must be ${new Intl.ListFormat('en', { type: 'disjunction' }).format(importRoleWords)}.`;

const Cells = z.object({
  name: UserName,
  email: Email,
  role: z.string().transform((cell, { addIssue }) => {
    const role = findImportedRole(cell);
    if (role) return role;
    addIssue(roleMessage);
    return z.NEVER;
  }),
});

type Person = { name: string; email: string; role: Role };
/** `supervises` is undefined if the row does not say whether students may choose the person as supervisor. */
export type UserToImport = Person & { row: number; supervises?: true | undefined };
type Account = Person & {
  id: string;
  supervises: 0 | 1;
  email_confirmed_at: string | null;
  blocked_at: string | null;
};
/** A row whose account is not confirmed: the list vouches for its address. */
export type UserToConfirm = UserToImport & { id: string };

/** Awaits `nextSlice` after each row, because validating thousands of rows takes long. */
export async function parseUserRows(
  rows: readonly UserImportRow[],
  nextSlice: () => Promise<unknown>,
) {
  const users: UserToImport[] = [];
  const errors: ImportRowError[] = [];
  for (const { row, ...cells } of rows) {
    const { data, error } = Cells.safeParse(cells);
    const template = findTemplateCell('users', cells);
    if (template) errors.push({ row, ...template });
    else if (error) errors.push(...getRowErrors(row, error));
    else if (data.role.role === 'faculty' && isPlaceholderName(data.name)) {
      const message = `“${placeholderSupervisor}” stands for a supervisor who is chosen later. Enter the person’s own name.`;
      errors.push({ row, column: 'name', message });
    } else users.push({ row, ...data, ...data.role });
    await nextSlice();
  }
  const repeated = findRepeatedKeys(rows, 'email', 'email', ({ email }) =>
    email.trim().toLowerCase(),
  );
  return { users, errors: [...errors, ...repeated] };
}

/** Compares rows with stored accounts. Each difference is an error, because an import only confirms accounts. */
export function compareUsersWithAccounts(
  users: readonly UserToImport[],
  accounts: readonly Account[],
) {
  const known = new Map(accounts.map((account) => [account.email, account]));
  const errors: ImportRowError[] = [];
  const added: UserToImport[] = [];
  const confirmed: UserToConfirm[] = [];
  const unchanged: UserToImport[] = [];
  for (const user of users) {
    const account = known.get(user.email);
    const differing = account ? differencesOf(user, account) : [];
    errors.push(...differing);
    if (!account) added.push(user);
    else if (differing.length > 0) continue;
    else if (account.email_confirmed_at === null) confirmed.push({ ...user, id: account.id });
    else unchanged.push(user);
  }
  return { added, confirmed, unchanged, errors };
}

function differencesOf(
  { row, name, email, role, supervises }: UserToImport,
  account: Account,
): ImportRowError[] {
  const how =
    'An import can’t change accounts. Enter that here, or change the account under Users.';
  const messageFor = (what: string) => `The account for ${email} has the ${what}. ${how}`;
  const blocked = `The account for ${email} is blocked. Unblock it under Users, or remove this row.`;
  return [
    ...(account.blocked_at === null ? [] : [{ row, column: 'email', message: blocked }]),
    ...(toNameKey(name) === toNameKey(account.name)
      ? []
      : [{ row, column: 'name', message: messageFor(`name “${account.name}”`) }]),
    ...(role === account.role
      ? []
      : [{ row, column: 'role', message: messageFor(`role ${account.role}`) }]),
    ...(role === account.role && supervises && account.supervises === 0
      ? [{ row, column: 'role', message: messageFor('role faculty without “Supervises projects”') }]
      : []),
  ];
}

export const findAccountsByEmail = (db: Db, users: readonly UserToImport[]): Promise<Account[]> =>
  runInBatches(
    users.map(({ email }) => email),
    (emails) =>
      db
        .selectFrom('users')
        .select(['id', 'name', 'email', 'role', 'supervises', 'email_confirmed_at', 'blocked_at'])
        .where('email', 'in', emails)
        .execute(),
  );
