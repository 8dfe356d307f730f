import { Problem } from '#contract/problem.ts';
import type { Db } from '#server/db/tables.ts';

type Unfit = 'staff' | 'blocked';

/**
 * Returns those of the emails that cannot become a member's, with the reason: they belong to a staff account or to a
 * blocked one. A blocked account counts if it is confirmed, because anybody can sign up with an address of another
 * person. The caller must hold the locks on the emails.
 */
export async function findUnfitEmails(
  db: Db,
  emails: readonly string[],
): Promise<[email: string, why: Unfit][]> {
  if (emails.length === 0) return [];
  const accounts = await db
    .selectFrom('users')
    .select(['email', 'role'])
    .where('email', 'in', emails)
    .where((eb) =>
      eb.or([
        eb('role', '!=', 'student'),
        eb.and([eb('blocked_at', 'is not', null), eb('email_confirmed_at', 'is not', null)]),
      ]),
    )
    .execute();
  return accounts.map(({ email, role }) => [email, role === 'student' ? 'blocked' : 'staff']);
}

export const formatStaffEmail = (
  email: string,
  remedy = 'Enter the student’s own email, or leave this person out.',
) => `${email} belongs to a staff account, and only students can be members of a group. ${remedy}`;

/** Returns the message for an email that cannot become a member's. `remedy` is what to do about a staff account. */
export const formatUnfitEmail = (email: string, why: Unfit, remedy?: string): string =>
  why === 'staff'
    ? formatStaffEmail(email, remedy)
    : `The account for ${email} is blocked. Ask an admin to unblock it under Users, or leave this person out.`;

/**
 * Throws `invalid` if an email of a new or changed member belongs to a staff account or a blocked one. Names all such
 * emails in `fields`. The caller must hold the locks on the emails, so that no account with one of them gets a staff role
 * concurrently.
 */
export async function requireStudentEmails(
  db: Db,
  members: readonly { email: string; field: string }[],
  remedy?: string,
): Promise<void> {
  const unfit = new Map(
    await findUnfitEmails(
      db,
      members.map(({ email }) => email),
    ),
  );
  const messages = members.flatMap(({ email, field }) => {
    const why = unfit.get(email);
    return why ? [[field, formatUnfitEmail(email, why, remedy)] as const] : [];
  });
  const [first] = messages;
  if (first) throw new Problem('invalid', first[1], { fields: Object.fromEntries(messages) });
}
