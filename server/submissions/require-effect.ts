import { Problem } from '#contract/problem.ts';
import { isOverriddenByNewcomers, listOwingNewcomers } from '#contract/rules/newcomers.ts';
import type { Submission } from '#contract/rules/submissions.ts';
import { formatDateTime } from '#contract/values/time.ts';

/** Throws `invalid` if an extension until `due` changes nothing, because only newcomers owe files, by later dates. */
export function requireEffect(
  submission: Submission | undefined,
  due: string,
  { field, timeZone }: { field: string; timeZone: string },
): void {
  if (!submission || !isOverriddenByNewcomers(submission, due)) return;
  const dates = listOwingNewcomers(submission).map(
    (newcomer) => `${newcomer.name} (${formatDateTime(newcomer.due, timeZone)})`,
  );
  const message = `This date has no effect: the other members have submitted, and those who joined later have a later date: ${dates.join(', ')}. Choose a date after it.`;
  throw new Problem('invalid', message, { fields: { [field]: message } });
}
