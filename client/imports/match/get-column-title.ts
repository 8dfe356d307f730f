import { type ImportKind, importColumns } from '#contract/admin/imports.ts';

export const getColumnTitle = (kind: ImportKind, column: string): string => {
  const titles: Record<string, string> = { ...importColumns[kind], members: 'New member' };
  return titles[column] ?? column;
};
