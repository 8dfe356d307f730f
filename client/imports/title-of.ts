import { type ImportKind, importColumns } from '#contract/imports.ts';

/** "Father name" for `fathername`. */
export const titleOf = (kind: ImportKind, column: string): string =>
  Object.entries<string>(importColumns[kind]).find(([field]) => field === column)?.[1] ?? column;
