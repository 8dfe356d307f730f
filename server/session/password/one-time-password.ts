import { randomBytes } from 'node:crypto';
import { oneTimePasswordDays } from '#contract/values/password.ts';

export function oneTimePassword(now: Date): { password: string; endsAt: Date } {
  const emails = 'abcdefghjkmnpqrstuvwxyz23456789';
  const password = Array.from(randomBytes(12), (byte) => emails[byte % emails.length]).join('');
  return { password, endsAt: new Date(now.getTime() + oneTimePasswordDays * 24 * 3_600_000) };
}
