import type { ResultSheetContent } from '#contract/exports/results.ts';
import { isolateRightToLeftValues } from '#contract/values/isolate.ts';
import { formatDate } from '#contract/values/time.ts';
import { buildMarksTableRows } from './draw-table.ts';
import type { ResultSheet } from './result-sheet.ts';

/** Returns the facts above the marks table. */
export const listSheetFacts = ({ cohort, group }: Pick<ResultSheet, 'cohort' | 'group'>) =>
  [
    ['Group', isolateRightToLeftValues`${group.fypGroupName}, ${group.program}`],
    ['Title', group.fypTitle],
    ['Session', cohort],
    ['Supervisor', group.supervisor],
    ['External examiner', group.externalExaminer || '–'],
  ] as const;

/** Returns the outcome and date of the viva, or undefined if the marking scheme has no viva. */
export function formatSheetViva({ group, scheme }: ResultSheet): string | undefined {
  if (!scheme.parts.some(({ viva }) => viva)) return undefined;
  const { vivaDate, vivaStatus } = group.externalVivaDetails;
  return `${vivaStatus || 'pending'}${vivaDate ? `, ${formatDate(vivaDate)}` : ''}`;
}

/** Returns all values that the sheet prints, so that they can be compared with the paper. */
export function listSheetContent(sheet: ResultSheet): ResultSheetContent {
  const viva = formatSheetViva(sheet);
  const facts = listSheetFacts(sheet).map(([label, value]) => ({ label, value }));
  return {
    facts: viva === undefined ? facts : [...facts, { label: 'External viva', value: viva }],
    members: sheet.members.map(({ name, roll }) => ({ name, roll })),
    rows: buildMarksTableRows(sheet.scheme, sheet.members).map(({ kind, cells }) => ({
      kind,
      cells: [...cells],
    })),
  };
}
