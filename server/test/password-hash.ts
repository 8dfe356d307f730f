import { hashPassword } from '#server/session/password/password.ts';
import { password } from '#tools/test/people.ts';

export const passwordHash = await hashPassword(password);
