import type { ImportKind } from '#contract/admin/imports.ts';

/** Example: "1,200 groups". */
export const formatRecordCount = (count: number, kind: ImportKind, adjective = '') =>
  `${count.toLocaleString('en-GB')} ${adjective}${count === 1 ? kind.slice(0, -1) : kind}`;
