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
 * Creates the password of an account that the office makes or confirms. With a mail server its owner gets a link, so
 * nobody needs to know the password. Throws `unavailable` if the hashing queue is full.
 */
export async function createInitialPassword(
  { config, clock }: Pick<Services, 'config' | 'clock'>,
  { address }: Pick<Caller, 'address'>,
): Promise<InitialPassword> {
  const asker = { purpose: 'own account', address } as const;
  if (hasMailServer(config)) {
    const unknown = randomBytes(32).toString('base64url');
    return { passwordHash: await hashPassword(unknown, asker), passwordEndsAt: undefined };
  }
  const { password, endsAt } = createOneTimePassword(clock());
  return { passwordHash: await hashPassword(password, asker), passwordEndsAt: endsAt, password };
}

/**
 * Creates the passwords of several accounts. With a mail server all get the same, which nobody knows. Throws `invalid`
 * if too many one-time passwords are needed, or `unavailable` if the hashing queue is full or the client disconnects.
 */
export async function createInitialPasswords(
  services: Services,
  caller: Caller,
  emails: readonly string[],
  isCancelled: () => boolean,
): Promise<Map<string, InitialPassword>> {
  if (hasMailServer(services.config)) {
    const shared = await createInitialPassword(services, caller);
    return new Map(emails.map((email) => [email, shared]));
  }
  if (emails.length > maxOneTimePasswords) throw tooMany(emails.length);
  const made = new Map<string, InitialPassword>();
  for (const email of emails) {
    // Hash the passwords one by one, so that other requests can hash passwords in between.
    if (isCancelled()) throw cancelled();
    made.set(email, await createInitialPassword(services, caller));
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
