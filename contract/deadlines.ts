import { z } from 'zod';

export const Deadline = z.object({
  title: z.string(),
  due: z.iso.datetime().describe('the instant in UTC'),
});
export type Deadline = z.infer<typeof Deadline>;

/** A deadline is passed once its due time is before now (spec 4). */
export function isPassed(deadline: Deadline, now: Date): boolean {
  return Date.parse(deadline.due) < now.getTime();
}

/** The first one in the list still in the future, whatever the list's order (spec 4). */
export function nextDeadline(deadlines: readonly Deadline[], now: Date): Deadline | undefined {
  return deadlines.find(({ due }) => Date.parse(due) > now.getTime());
}

/** Whole days, hours and minutes that remain, or undefined when none do: 'Deadline passed'. */
export function remaining(deadline: Deadline, now: Date) {
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
