import type { z } from 'zod';
import type { register as endpoint } from '#contract/account.ts';
import { isModuleEnabled } from '#contract/settings/modules.ts';
import { recordAuditEntry, toUserSubject } from '#server/audit/record-entry.ts';
import { addDocument, withStoredFiles } from '#server/documents/add-document.ts';
import type { RequestOrigin } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';
import { hashPassword } from '#server/session/password/password.ts';
import { requireAllowedPassword } from '#server/session/password/require-allowed-password.ts';
import { requireReceivedFile } from '#server/storage/received-file.ts';
import { insertUser, requireFreeEmail } from '#server/users/add-user.ts';
import { queueConfirmationEmail } from './confirm-email.ts';
import {
  consumeSignUpCapacity,
  requireSignUpCapacity,
  requireUnconfirmedCvCapacity,
} from './sign-up-limits.ts';

/** Creates a student account. Throws `email-taken`, `too-often` or `storage-full`. */
export async function registerStudent(
  services: Services,
  origin: RequestOrigin,
  { name, email, password, file: sentFile }: z.output<typeof endpoint.body>,
) {
  const { db, clock, mail, config, content } = services;
  const file = isModuleEnabled(content.modules, 'cv') ? sentFile : undefined;
  requireAllowedPassword(password, { name, email }, config);
  await requireFreeEmail(db, email);
  await requireSignUpCapacity(db, { email, origin, now: clock() });
  const passwordHash = await hashPassword(password, {
    purpose: 'new password',
    address: origin.address,
  });
  const mustConfirm = config.confirmEmail !== 'off';
  const sendsLink = config.confirmEmail === 'on';
  const userId = await withStoredFiles(services, file ? [requireReceivedFile(file)] : [], ([cv]) =>
    db.transaction().execute(async (trx) => {
      const now = clock();
      const user = {
        name,
        email,
        role: 'student',
        passwordHash,
        mustConfirm,
      } as const;
      await consumeSignUpCapacity(trx, { email, origin, now });
      const id = await insertUser({ trx, now }, user);
      if (cv) {
        const context = { trx, services, caller: { userId: id, name }, now };
        await addDocument(context, cv, { userId: id });
        if (mustConfirm) await requireUnconfirmedCvCapacity(trx, config);
      }
      if (sendsLink) {
        await queueConfirmationEmail({ trx, services, now }, { userId: id, email });
      }
      const by = { ...origin, userId: id, name, email };
      const detail = `signed up as a student${cv ? ', with a CV' : ''}${mustConfirm ? '' : ', confirmed without a check'}`;
      await recordAuditEntry(
        { trx, now },
        { action: 'account-made', by, subject: toUserSubject(by), detail },
      );
      return id;
    }),
  );
  if (sendsLink) mail.wake();
  return { message: 'Registration successful!', userId, mustConfirm };
}
