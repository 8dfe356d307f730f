import type { limitedResources } from './limits.ts';

/** Numbers of requests and refused requests, and the amounts that the requests have used. */
export type Usage = Record<'requests' | 'refused' | (typeof limitedResources)[number], number>;

export const createUsage = (): Usage => ({
  requests: 0,
  refused: 0,
  work: 0,
  rows: 0,
  megabytes: 0,
  emails: 0,
});

export function addUsage(sum: Usage, more: Readonly<Partial<Usage>>): void {
  for (const key of Object.keys(more) as (keyof Usage)[]) sum[key] += more[key] ?? 0;
}

export const hasUsage = (usage: Usage): boolean =>
  Object.values(usage).some((amount) => amount > 0);
