import type { z } from 'zod';
import type { createUser as endpoint } from '#contract/users.ts';
import { lockStaffNames } from '#server/groups/staff/bind-staff.ts';
import type { Caller } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';
import { createOneTimePassword } from '#server/session/password/one-time-password.ts';
import { hashPassword } from '#server/session/password/password.ts';
import { requireAllowedPassword } from '#server/session/password/require-allowed-password.ts';
import { writeAs } from '#server/session/write-as.ts';
import { explainTakenEmail } from './add-user.ts';
import { bindNewStaff, inviteUser } from './invite-user.ts';
import { getUser } from './list-users.ts';
import { requireNotPlaceholderName } from './require-name-of-person.ts';

/**
 * Creates an account and links it to groups that already name the person as supervisor or examiner. If no password is
 * specified, generates a one-time password, which appears only in this reply. Throws `email-taken` or `invalid`.
 */
export async function createUser(
  services: Services,
  caller: Caller,
  { password, ...user }: z.output<typeof endpoint.body>,
) {
  const opening =
    password === undefined
      ? createOneTimePassword(services.clock())
      : { password, endsAt: undefined };
  if (password !== undefined) requireAllowedPassword(password, user, services.config);
  if (user.role === 'faculty') requireNotPlaceholderName(user.name);
  const passwordHash = await hashPassword(opening.password, {
    purpose: 'own account',
    address: caller.address,
  });
  const write = () =>
    writeAs(services, caller, async (context) => {
      const { trx } = context;
      await lockStaffNames(trx, [user.name]);
      const invited = { ...user, passwordHash, passwordEndsAt: opening.endsAt };
      const id = await inviteUser(context, invited, 'by an admin');
      await bindNewStaff(context, { ...user, id });
      return getUser(trx, id);
    });
  const made = await explainTakenEmail(services.db, user.email, write);
  services.mail.wake();
  return {
    message: 'User created successfully',
    user: made,
    ...(opening.endsAt && { oneTimePassword: opening.password }),
  };
}
