import { z } from 'zod';
import { documentKindKeys } from '#contract/rules/document-kinds.ts';
import { confirmationModes, MailSender, MailServer } from '#contract/settings/installation.ts';
import { changeFact, getInstallationFact } from '#server/content/installation.ts';
import type { Db } from '#server/db/tables.ts';
import { EncryptedSecret } from '#server/storage/secrets.ts';

/** Settings of the installation that admins have changed. Absent fields have their default. */
const StoredConfig = z.object({
  version: z.int(),
  changedBy: z.string().optional(),
  changedAt: z.string().optional(),
  publicUrl: z.string().optional(),
  confirmEmail: z.enum(confirmationModes).optional(),
  strictPasswords: z.boolean().optional(),
  /** The password is always encrypted, even if it is empty: a restored copy of the portal must not send emails. */
  mailServer: MailServer.extend({ password: EncryptedSecret, hasPassword: z.boolean() }).optional(),
  mailSender: MailSender.optional(),
  sizeLimits: z.partialRecord(z.enum(documentKindKeys), z.number()).optional().describe('in bytes'),
});
export type StoredConfig = z.infer<typeof StoredConfig>;

const name = 'configuration';

const parse = (fact: unknown): StoredConfig => StoredConfig.parse(fact ?? { version: 0 });

export const readStoredConfig = async (db: Db): Promise<StoredConfig> =>
  parse(await getInstallationFact(db, name));

/** Replaces the settings in the caller's transaction, and locks them until its end. */
export const changeStoredConfig = (
  trx: Db,
  change: (stored: StoredConfig) => StoredConfig,
): Promise<void> => changeFact(trx, name, (fact) => change(parse(fact)));

/** Text to which the encryption binds the password, so that it cannot be sent to another server or unencrypted. */
export const getPasswordPurpose = ({ host, port, security, user }: MailServer): string =>
  JSON.stringify(['mail-server', host, port, security, user]);
