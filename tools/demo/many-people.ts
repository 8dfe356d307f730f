import type { DatabaseRow, Db } from '#server/db/tables.ts';
import { buildDerivedUserColumns } from '#server/users/account-keys.ts';
import { buildEmailAddress } from '#tools/test/people.ts';
import type { SeededRandom } from '#trust/lib/random.ts';
import { studentNames } from './department.ts';

const givenNames = studentNames.map((name) => name.split(' ')[0] ?? name);
const familyNames = studentNames.map((name) => name.split(' ')[1] ?? name);

export type StaffMember = Pick<DatabaseRow<'users'>, 'id' | 'name'> & {
  /** Deviation from the average mark, as a percentage of the maximum mark. Negative if this person marks strictly. */
  mildness: number;
};

export function generateUuid(random: SeededRandom): string {
  const hex = Array.from({ length: 32 }, () => random.whole(0, 15).toString(16)).join('');
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-a$4-$5');
}

export const generateStudentName = (random: SeededRandom) =>
  `${random.pick(givenNames)} ${random.pick(familyNames)}`;

export function buildUserRow(
  id: string,
  { name, email, role }: Pick<DatabaseRow<'users'>, 'name' | 'email' | 'role'>,
  passwordHash: string,
  at: string,
): DatabaseRow<'users'> {
  return {
    id,
    name,
    email,
    ...buildDerivedUserColumns({ name, email, role }),
    password_hash: passwordHash,
    role,
    created_at: at,
    blocked_at: null,
    email_confirmed_at: at,
    password_ends_at: null,
    supervises: role === 'faculty' ? 1 : 0,
  };
}

/** Returns all supervisors. First adds supervisors if there are fewer than `count`. */
export async function findOrAddStaff(
  db: Db,
  random: SeededRandom,
  count: number,
  passwordHash: string,
): Promise<StaffMember[]> {
  const existing = await db
    .selectFrom('users')
    .select(['id', 'name'])
    .where('role', '=', 'faculty')
    .where('supervises', '=', 1)
    .orderBy('name')
    .execute();
  const names = new Set(existing.map(({ name }) => name));
  const added: { id: string; name: string }[] = [];
  for (let index = 0; existing.length + added.length < count; index += 1) {
    const givenName = givenNames[index % givenNames.length];
    // After all given names have been used, start over and combine them with other family names.
    const round = Math.floor(index / givenNames.length);
    // After all combinations have been used, add the initial of another name.
    const initial = Math.floor(round / familyNames.length);
    const middle = initial === 0 ? '' : ` ${String.fromCharCode(64 + initial)}.`;
    const familyName = familyNames[(index * 7 + round + 3) % familyNames.length];
    const name = `Dr. ${givenName}${middle} ${familyName}`;
    if (names.has(name)) continue;
    names.add(name);
    added.push({ id: generateUuid(random), name });
  }
  const at = new Date().toISOString();
  const rows = added.map(({ id, name }) => {
    const email = buildEmailAddress(`staff ${name.replace('Dr. ', '').replace('. ', ' ')}`);
    return buildUserRow(id, { name, email, role: 'faculty' }, passwordHash, at);
  });
  if (rows.length > 0) await db.insertInto('users').values(rows).execute();
  return [...existing, ...added].map((staff) => ({ ...staff, mildness: random.whole(-9, 9) }));
}
