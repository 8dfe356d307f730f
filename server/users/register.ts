import type { z } from 'zod';
import type { register as endpoint } from '#contract/users.ts';
import { addDocument, withKept } from '#server/files/documents.ts';
import { received } from '#server/files/received-file.ts';
import type { Services } from '#server/services.ts';
import { hashPassword } from '#server/session/password.ts';
import { addUser } from './add-user.ts';

/** Makes a student's account, with his CV when he gave one. Throws `email-taken`; then nothing remains. */
export async function register(
  services: Services,
  { name, email, password, file }: z.output<typeof endpoint.body>,
) {
  const passwordHash = await hashPassword(password);
  const userId = await withKept(services, file ? [received(file)] : [], ([cv]) =>
    services.db.transaction().execute(async (trx) => {
      const now = services.clock();
      const id = await addUser(trx, { name, email, role: 'student', passwordHash }, now);
      if (cv) await addDocument(trx, cv, { userId: id }, { userId: id, name }, now);
      return id;
    }),
  );
  return { message: 'Registration successful!', userId };
}
