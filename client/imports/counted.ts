import type { ImportKind } from '#contract/imports.ts';

/** "1 user", "1,200 groups" */
export const counted = (count: number, kind: ImportKind, adjective = '') =>
  `${count.toLocaleString('en-GB')} ${adjective}${count === 1 ? kind.slice(0, -1) : kind}`;
