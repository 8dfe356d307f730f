import { hashPassword } from '#server/session/password/password.ts';
import { password } from '#tools/test/people.ts';

/** Of everybody's password in tests: hashed once, which keeps the suite quick. */
export const passwordHash = await hashPassword(password);
