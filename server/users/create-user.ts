import { randomBytes } from 'node:crypto';
import type { z } from 'zod';
import type { createUser as endpoint } from '#contract/users.ts';
import type { Services } from '#server/services.ts';
import { hashPassword } from '#server/session/password.ts';
import { addUser } from './add-user.ts';
import { getUser } from './list-users.ts';

/** Twelve characters that are hard to mistake for one another. */
export function oneTimePassword(): string {
  const letters = 'abcdefghjkmnpqrstuvwxyz23456789';
  return Array.from(randomBytes(12), (byte) => letters[byte % letters.length]).join('');
}

/** Makes an account of any role; without a password one is made up, and only this reply ever shows it. */
export async function createUser(
  { db, clock }: Services,
  { password, ...user }: z.output<typeof endpoint.body>,
) {
  const chosen = password ?? oneTimePassword();
  const passwordHash = await hashPassword(chosen);
  const userId = await addUser(db, { ...user, passwordHash }, clock());
  return {
    message: 'User created successfully',
    user: await getUser(db, userId),
    ...(password === undefined && { oneTimePassword: chosen }),
  };
}
