import type { Pages } from './feature.ts';

/** Pages that the features declare, which form the route table (spec 2). */
export const pages: Pages = Object.values(
  import.meta.glob<Pages>('./*/feature.ts', { eager: true, import: 'pages' }),
).flat();
