import { Problem } from '#contract/problem.ts';
import type { Db } from '#server/db/tables.ts';

/** Returns those of the emails that belong to staff accounts. The caller must hold the locks on the emails. */
export async function findStaffEmails(db: Db, emails: readonly string[]): Promise<string[]> {
  if (emails.length === 0) return [];
  const staff = await db
    .selectFrom('users')
    .select('email')
    .where('email', 'in', emails)
    .where('role', '!=', 'student')
    .execute();
  return staff.map(({ email }) => email);
}

export const formatStaffEmail = (
  email: string,
  remedy = 'Enter the student’s own email, or leave this person out.',
) => `${email} belongs to a staff account, and only students can be members of a group. ${remedy}`;

/**
 * Throws `invalid` if an email of a new or changed member belongs to a staff account. Names all such emails in `fields`.
 * The caller must hold the locks on the emails, so that no account with one of them gets a staff role concurrently.
 */
export async function requireStudentEmails(
  db: Db,
  members: readonly { email: string; field: string }[],
  remedy?: string,
): Promise<void> {
  const staff = new Set(
    await findStaffEmails(
      db,
      members.map(({ email }) => email),
    ),
  );
  const refused = members.filter(({ email }) => staff.has(email));
  const [first] = refused;
  if (!first) return;
  const fields = Object.fromEntries(
    refused.map(({ email, field }) => [field, formatStaffEmail(email, remedy)]),
  );
  throw new Problem('invalid', formatStaffEmail(first.email, remedy), { fields });
}
