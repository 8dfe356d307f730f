import type { Role } from '#contract/endpoint.ts';
import type { Db } from '#server/db/tables.ts';
import { openSession } from '#server/session/sessions.ts';
import { addUser } from '#server/users/add-user.ts';
import { aName, emailOf } from '#tools/test/people.ts';

export type AddedPerson = { userId: string; name: string; email: string; token: string };

/** Somebody with an account and a session, made without a call and without the cost of hashing a password. */
export async function addPerson(
  db: Db,
  role: Role,
  {
    name = aName(role),
    passwordHash = 'no password opens this',
    mustConfirm = false,
    now = new Date(),
  } = {},
): Promise<AddedPerson> {
  const email = emailOf(name);
  const user = { name, email, role, passwordHash, mustConfirm, supervises: role === 'faculty' };
  const userId = await addUser(db, user, now);
  const { token } = await openSession(db, userId, now);
  return { userId, name, email, token };
}
