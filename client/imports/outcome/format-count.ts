import type { ImportKind } from '#contract/imports.ts';

/** Formats a number with its noun, such as "1 user" or "1,200 groups". */
export const formatCount = (count: number, kind: ImportKind, adjective = '') =>
  `${count.toLocaleString('en-GB')} ${adjective}${count === 1 ? kind.slice(0, -1) : kind}`;
