import { Problem } from '#contract/problem.ts';
import { isPlaceholderName, placeholderSupervisor } from '#server/groups/staff/placeholder-name.ts';

/** Throws `invalid` for names that look like “other”, the placeholder for a supervisor whom the office names later. */
export function requireNotPlaceholderName(name: string): void {
  if (!isPlaceholderName(name)) return;
  const message = `“${placeholderSupervisor}” stands for a supervisor whom the office names later, so nobody of the faculty can be called that.`;
  throw new Problem('invalid', message, { fields: { name: message } });
}
