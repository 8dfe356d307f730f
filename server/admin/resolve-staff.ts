import type { z } from 'zod';
import type { updateGroup as endpoint } from '#contract/admin/group-edits.ts';
import { Problem } from '#contract/problem.ts';
import { toNameKey } from '#contract/values/text.ts';
import { lockUsers } from '#server/db/lock-rows.ts';
import type { DatabaseRow, Db } from '#server/db/tables.ts';
import type { NewGroupChange } from '#server/groups/changes/record-changes.ts';
import { findAccountByName, lockStaffNames } from '#server/groups/staff/bind-staff.ts';

type Edit = z.output<typeof endpoint.body>;
export type StaffAccount = Pick<DatabaseRow<'users'>, 'id' | 'name' | 'email'>;

const parts = [
  { part: 'supervisor', name: 'supervisor', id: 'supervisorId' },
  { part: 'external_examiner', name: 'externalExaminer', id: 'externalExaminerId' },
] as const;

/** Locks the staff names and accounts in an edit. Call before locking the group. Returns active faculty accounts. */
export async function lockStaffAccounts(db: Db, edit: Edit): Promise<StaffAccount[]> {
  const ids = [edit.supervisorId, edit.externalExaminerId].flatMap((id) => id || []);
  const accounts = lockUsers(db)
    .where('id', 'in', ids)
    .where('role', '=', 'faculty')
    .where('blocked_at', 'is', null)
    .returning(['id', 'name', 'email']);
  await lockStaffNames(db, [edit.supervisor, edit.externalExaminer]);
  return ids.length > 0 ? accounts.execute() : [];
}

/**
 * Returns the new supervisor and examiner with their history entries. Ignores an unchanged account id if the name has
 * changed, because older clients send both. Throws `invalid`.
 */
export async function resolveStaffAccounts(
  db: Db,
  before: DatabaseRow<'groups'>,
  edit: Edit,
  chosen: readonly StaffAccount[],
) {
  const values: Partial<DatabaseRow<'groups'>> = {};
  const changes: NewGroupChange[] = [];
  for (const { part, name, id } of parts) {
    const stored = { name: before[part], id: before[`${part}_id`] };
    const written = edit[name] === undefined ? stored.name : edit[name] || null;
    const isChoice = Boolean(edit[id]) && edit[id] !== stored.id;
    const after = isChoice
      ? chosenAs(chosen, edit[id], { field: id, written, storedName: stored.name })
      : { name: written, id: await accountOf(db, stored, written), email: null };
    if (after.name !== stored.name) {
      changes.push({ part: 'group', field: part, from: stored.name, to: after.name });
    }
    if (isChoice) {
      const from = await emailOf(db, stored.id);
      changes.push({ part: 'group', field: `${part}_account`, from, to: after.email });
    }
    Object.assign(values, {
      [part]: after.name,
      [`${part}_key`]: after.name && toNameKey(after.name),
      [`${part}_id`]: after.id,
    });
  }
  return { values, changes };
}

function chosenAs(
  chosen: readonly StaffAccount[],
  id: string | null | undefined,
  {
    field,
    written,
    storedName,
  }: { field: string; written: string | null; storedName: string | null },
): StaffAccount {
  const account = chosen.find((candidate) => candidate.id === id);
  const isOfName = written !== null && account && toNameKey(written) === toNameKey(account.name);
  if (account && (isOfName || written === storedName)) return account;
  const message = account
    ? `The account ${account.email} belongs to ${account.name}. Choose that account or enter another name.`
    : 'This account is blocked or isn’t a faculty account. Choose another one.';
  throw new Problem('invalid', message, { fields: { [field]: message } });
}

async function accountOf(
  db: Db,
  stored: { name: string | null; id: string | null },
  written: string | null,
): Promise<string | null> {
  if (written === null) return null;
  const isSame = stored.name !== null && toNameKey(stored.name) === toNameKey(written);
  if (written === stored.name || (isSame && stored.id)) return stored.id;
  return (await findAccountByName(db, written)) ?? null;
}

async function emailOf(db: Db, id: string | null): Promise<string | null> {
  const account = await db
    .selectFrom('users')
    .select('email')
    .where('id', '=', id)
    .executeTakeFirst();
  return account?.email ?? null;
}
