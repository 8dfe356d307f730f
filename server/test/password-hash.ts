import { hashPassword } from '#server/session/password/password.ts';
import { password } from '#tools/test/people.ts';

/** Hash of the shared test password, computed once to keep the suite fast. */
export const passwordHash = await hashPassword(password);
