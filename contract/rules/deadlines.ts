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

/** A deadline is passed once its due time is before now (spec 4). */
export function isPassed(deadline: Pick<Deadline, 'due'>, now: Date): boolean {
  return Date.parse(deadline.due) < now.getTime();
}

/** The first one in the list still in the future, whatever the list's order (spec 4). */
export function nextDeadline<D extends Pick<Deadline, 'due'>>(
  deadlines: readonly D[],
  now: Date,
): D | undefined {
  return deadlines.find(({ due }) => Date.parse(due) > now.getTime());
}

/** Whole days, hours and minutes that remain, or undefined when none do: 'Deadline passed'. */
export function remaining(deadline: Pick<Deadline, 'due'>, now: Date) {
  const ms = Date.parse(deadline.due) - now.getTime();
  if (ms <= 0) return undefined;
  const minutes = Math.floor(ms / 60_000);
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
