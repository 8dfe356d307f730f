import { z } from 'zod';

/** What a deadline may ask for; `report` is a monthly report, one for each deadline that asks for it. */
const dueKinds = [
  ...(['proposal', 'feeProof', 'certificate', 'report', 'thesis', 'similarity', 'code'] as const),
] as const;
export const DueKind = z.enum(dueKinds);
export type DueKind = z.infer<typeof DueKind>;

/** Which of a cohort's deadlines; the cohort says which there are. */
export const DeadlineId = z
  .string('Choose a deadline.')
  .max(60, 'Choose a deadline.')
  .regex(/^[a-z0-9-]+$/, 'Choose a deadline.');

export const Deadline = z.object({
  _id: z.string().describe('of its cohort; stays when its title changes'),
  title: z.string(),
  due: z.iso.datetime().describe('the instant in UTC'),
  documents: z.array(DueKind).describe('what is handed in; empty for an event'),
  programs: z.array(z.string()).nullable().describe('null: all of them'),
  graceHours: z.int().nullable().describe('how long late files are taken; null: always'),
});
export type Deadline = z.infer<typeof Deadline>;

const minuteOf = (ms: number) => Math.floor(ms / 60_000);

/** The one place that decides whether a date is over: it lasts to the end of its minute (spec 4, decision 42). */
export function isPassed({ due }: Pick<Deadline, 'due'>, now: Date): boolean {
  return minuteOf(Date.parse(due)) < minuteOf(now.getTime());
}

/** The first one in the list that is not over, whatever the list's order (spec 4). */
export function nextDeadline<D extends Pick<Deadline, 'due'>>(
  deadlines: readonly D[],
  now: Date,
): D | undefined {
  return deadlines.find((deadline) => !isPassed(deadline, now));
}

/** Whole days, hours and minutes that remain, or undefined once it is over: 'Deadline passed'. */
export function remaining(deadline: Pick<Deadline, 'due'>, now: Date) {
  if (isPassed(deadline, now)) return undefined;
  const minutes = Math.max(0, minuteOf(Date.parse(deadline.due) - now.getTime()));
  return {
    days: Math.floor(minutes / 1440),
    hours: Math.floor((minutes % 1440) / 60),
    minutes: minutes % 60,
  };
}

/** The index `step` further on, around the ends of a list of `length`. */
export function cycle(index: number, step: number, length: number): number {
  return length === 0 ? 0 : (((index + step) % length) + length) % length;
}
