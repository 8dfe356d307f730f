import { Problem } from '#contract/problem.ts';
import { isPlaceholderName, nobodyYet } from '#server/groups/staff/bind-staff.ts';

/** Throws `invalid` for any spelling of the placeholder for a later supervisor. */
export function requireNameOfPerson(name: string): void {
  if (!isPlaceholderName(name)) return;
  const message = `“${nobodyYet}” stands for a supervisor whom the office names later, so nobody of the faculty can be called that.`;
  throw new Problem('invalid', message, { fields: { name: message } });
}
