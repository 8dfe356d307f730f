import { z } from 'zod';
import { DocumentKind } from './kinds.ts';

/** Id of a deadline. The schema does not check that the deadline exists. */
export const DeadlineId = z
  .string('Choose a deadline.')
  .max(60, 'Choose a deadline.')
  .regex(/^[a-z0-9-]+$/, 'Choose a deadline.');

export const Deadline = z.object({
  _id: z.string().describe('id within the cohort; does not change with the title'),
  title: z.string(),
  due: z.iso.datetime().describe('the instant in UTC'),
  documents: z.array(DocumentKind).describe('kinds of files to submit; empty for an event'),
  memberKinds: z
    .array(DocumentKind)
    .optional()
    .describe('kinds among `documents`, added by the cohort, that each member submits'),
  programs: z.array(z.string()).nullable().describe('null: all of them'),
  graceHours: z.int().nullable().describe('hours in which late files are accepted; null: no limit'),
});
export type Deadline = z.infer<typeof Deadline>;

const minuteOf = (ms: number) => Math.floor(ms / 60_000);

/** Returns true once the minute of the due date has ended (spec 4, decision 42). */
export function isDeadlinePassed({ due }: Pick<Deadline, 'due'>, now: Date): boolean {
  return minuteOf(Date.parse(due)) < minuteOf(now.getTime());
}

/** Returns the first deadline in list order that has not passed, even if a later entry is due earlier (spec 4). */
export function findNextDeadline<D extends Pick<Deadline, 'due'>>(
  deadlines: readonly D[],
  now: Date,
): D | undefined {
  return deadlines.find((deadline) => !isDeadlinePassed(deadline, now));
}

/** Returns the remaining whole days, hours and minutes, or undefined if the deadline has passed. */
export function getTimeLeft(deadline: Pick<Deadline, 'due'>, now: Date) {
  if (isDeadlinePassed(deadline, now)) return undefined;
  const minutes = Math.max(0, minuteOf(Date.parse(deadline.due) - now.getTime()));
  return {
    days: Math.floor(minutes / 1440),
    hours: Math.floor((minutes % 1440) / 60),
    minutes: minutes % 60,
  };
}

/** Returns `index + step`, wrapped around at both ends of a list of `length` entries. */
export function wrapIndex(index: number, step: number, length: number): number {
  return length === 0 ? 0 : (((index + step) % length) + length) % length;
}
