import type { z } from 'zod';
import type { register as endpoint } from '#contract/users.ts';
import { aboutUser, recordEntry } from '#server/audit/record-entry.ts';
import { addDocument, withKept } from '#server/files/documents.ts';
import { received } from '#server/files/received-file.ts';
import type { Origin } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';
import { hashPassword } from '#server/session/password.ts';
import { addUser } from './add-user.ts';
import { queueConfirmation } from './confirm-email.ts';

/**
 * Makes a student's account, with his CV when he gave one. Where addresses are confirmed, a letter with a link goes
 * out, and until it is opened the account shows no group. Throws `email-taken`; then nothing remains.
 */
export async function register(
  services: Services,
  origin: Origin,
  { name, email, password, file }: z.output<typeof endpoint.body>,
) {
  const { db, clock, mail, config } = services;
  const passwordHash = await hashPassword(password);
  const mustConfirm = config.confirmEmail;
  const userId = await withKept(services, file ? [received(file)] : [], ([cv]) =>
    db.transaction().execute(async (trx) => {
      const now = clock();
      const user = {
        name,
        email,
        role: 'student',
        passwordHash,
        mustConfirm,
      } as const;
      const id = await addUser(trx, user, now);
      if (cv) await addDocument(trx, cv, { userId: id }, { userId: id, name }, now);
      if (mustConfirm) await queueConfirmation(trx, services, { userId: id, name, email }, now);
      const by = { ...origin, userId: id, name, email };
      const detail = `signed up as a student${cv ? ', with a CV' : ''}`;
      await recordEntry(trx, { action: 'account-made', by, subject: aboutUser(by), detail }, now);
      return id;
    }),
  );
  if (mustConfirm) mail.wake();
  return { message: 'Registration successful!', userId, mustConfirm };
}
