import { randomBytes } from 'node:crypto';
import { maxOneTimePasswords } from '#contract/admin/imports.ts';
import { Problem } from '#contract/problem.ts';
import { hasMailServer } from '#server/config.ts';
import type { Caller } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';
import { createOneTimePassword } from '#server/session/password/one-time-password.ts';
import { hashPassword } from '#server/session/password/password.ts';

export type InitialPassword = {
  passwordHash: string;
  passwordEndsAt: Date | undefined;
  /** One-time password, which the office hands out. Undefined if the user gets an email with a link instead. */
  password?: string;
};

/**
 * Creates initial passwords. With a mail server, users set their passwords by email, so all accounts get the hash of a
 * random password that nobody knows. Throws `invalid` if too many one-time passwords are needed, or `unavailable` if
 * the hashing queue is full or the client disconnects.
 */
export async function createInitialPasswords(
  { config, clock }: Services,
  { address }: Caller,
  emails: readonly string[],
  isCancelled: () => boolean,
): Promise<Map<string, InitialPassword>> {
  const asker = { purpose: 'own account', address } as const;
  if (hasMailServer(config)) {
    const passwordHash = await hashPassword(randomBytes(32).toString('base64url'), asker);
    return new Map(emails.map((email) => [email, { passwordHash, passwordEndsAt: undefined }]));
  }
  if (emails.length > maxOneTimePasswords) throw tooMany(emails.length);
  const made = new Map<string, InitialPassword>();
  for (const email of emails) {
    // Hash the passwords one by one, so that other requests can hash passwords in between.
    if (isCancelled()) throw cancelled();
    const { password, endsAt } = createOneTimePassword(clock());
    const passwordHash = await hashPassword(password, asker);
    made.set(email, { passwordHash, passwordEndsAt: endsAt, password });
  }
  if (isCancelled()) throw cancelled();
  return made;
}

const cancelled = () => new Problem('unavailable', 'The import was cancelled.');

const tooMany = (count: number) =>
  new Problem(
    'invalid',
    `The file has ${count} new accounts. Without a mail server at most ${maxOneTimePasswords} can be imported at a time, because each gets a one-time password. Divide the file, or set a mail server.`,
  );
