import { Problem } from '#contract/problem.ts';
import { isPlaceholderName, placeholderSupervisor } from '#server/groups/staff/placeholder-name.ts';

/** Throws `invalid` for names that look like “other”, the placeholder for a supervisor whom the office names later. */
export function requireNotPlaceholderName(name: string): void {
  if (!isPlaceholderName(name)) return;
  const message = `“${placeholderSupervisor}” stands for a supervisor who is chosen later, so no one can have this name. Enter another name.`;
  throw new Problem('invalid', message, { fields: { name: message } });
}
