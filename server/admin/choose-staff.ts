import type { z } from 'zod';
import type { updateGroup as endpoint } from '#contract/admin.ts';
import { Problem } from '#contract/problem.ts';
import { nameKey } from '#contract/values/text.ts';
import { lockUsers } from '#server/db/lock-rows.ts';
import type { Db, Row } from '#server/db/tables.ts';
import type { NewChange } from '#server/groups/record-changes.ts';
import { findAccountNamed, lockNames } from '#server/groups/staff/bind-staff.ts';

type Edit = z.output<typeof endpoint.body>;
export type Account = Pick<Row<'users'>, 'id' | 'name' | 'email'>;

const parts = [
  { part: 'supervisor', name: 'supervisor', id: 'supervisorId' },
  { part: 'external_examiner', name: 'externalExaminer', id: 'externalExaminerId' },
] as const;

/** Locks the edit's names and accounts, before the group's lock; returns those that may be chosen. */
export async function holdStaff(db: Db, edit: Edit): Promise<Account[]> {
  await lockNames(db, [edit.supervisor, edit.externalExaminer]);
  const ids = [edit.supervisorId, edit.externalExaminerId].flatMap((id) => id || []);
  if (ids.length === 0) return [];
  return lockUsers(db)
    .where('id', 'in', ids)
    .where('role', '=', 'faculty')
    .where('blocked_at', 'is', null)
    .returning(['id', 'name', 'email'])
    .execute();
}

/**
 * A chosen account brings its name; a written name means the one account that has it. An older client that sends the
 * group back as read, with another name, has chosen nothing. Throws `invalid`.
 */
export async function staffAfter(
  db: Db,
  before: Row<'groups'>,
  edit: Edit,
  chosen: readonly Account[],
) {
  const values: Partial<Row<'groups'>> = {};
  const changes: NewChange[] = [];
  for (const { part, name, id } of parts) {
    const standing = { name: before[part], id: before[`${part}_id`] };
    const written = edit[name] === undefined ? standing.name : edit[name] || null;
    const isChoice = Boolean(edit[id]) && edit[id] !== standing.id;
    const after = isChoice
      ? chosenAs(chosen, edit[id], { field: id, written, standing: standing.name })
      : { name: written, id: await accountOf(db, standing, written), email: null };
    if (after.name !== standing.name) {
      changes.push({ part: 'group', field: part, from: standing.name, to: after.name });
    }
    if (isChoice) {
      const from = await emailOf(db, standing.id);
      changes.push({ part: 'group', field: `${part}_account`, from, to: after.email });
    }
    Object.assign(values, {
      [part]: after.name,
      [`${part}_key`]: after.name && nameKey(after.name),
      [`${part}_id`]: after.id,
    });
  }
  return { values, changes };
}

function chosenAs(
  chosen: readonly Account[],
  id: string | null | undefined,
  { field, written, standing }: { field: string; written: string | null; standing: string | null },
): Account {
  const account = chosen.find((one) => one.id === id);
  const isOfName = written !== null && account && nameKey(written) === nameKey(account.name);
  if (account && (isOfName || written === standing)) return account;
  const message = account
    ? `The account ${account.email} is of ${account.name}. Choose the account or write another name.`
    : 'This account is not of the faculty, or is blocked. Choose another.';
  throw new Problem('invalid', message, { fields: { [field]: message } });
}

/** The same name in another spelling stays the same person's. */
async function accountOf(
  db: Db,
  standing: { name: string | null; id: string | null },
  written: string | null,
): Promise<string | null> {
  if (written === null) return null;
  const isSame = standing.name !== null && nameKey(standing.name) === nameKey(written);
  if (written === standing.name || (isSame && standing.id)) return standing.id;
  return (await findAccountNamed(db, written)) ?? null;
}

async function emailOf(db: Db, id: string | null): Promise<string | null> {
  const found = await db
    .selectFrom('users')
    .select('email')
    .where('id', '=', id)
    .executeTakeFirst();
  return found?.email ?? null;
}
