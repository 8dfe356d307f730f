import { randomBytes } from 'node:crypto';
import { oneTimePasswordDays } from '#contract/values/password.ts';

export function createOneTimePassword(now: Date): { password: string; endsAt: Date } {
  const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';
  const password = Array.from(randomBytes(12), (byte) => alphabet[byte % alphabet.length]).join('');
  return { password, endsAt: new Date(now.getTime() + oneTimePasswordDays * 24 * 3_600_000) };
}
