import { hashPassword } from '#server/session/password/password.ts';
import { testUserPassword } from '#tools/test/people.ts';

export const passwordHash = await hashPassword(testUserPassword);
