import type { ResultSheetContent } from '#contract/exports/results.ts';
import { findUntil, formatUntil } from '#contract/rules/former-members.ts';
import { hasExternalExaminer, hasViva } from '#contract/rules/scheme.ts';
import { isolateRightToLeftValues } from '#contract/values/isolate.ts';
import { formatDate } from '#contract/values/time.ts';
import { buildMarksTableRows } from './draw-table.ts';
import type { ResultSheet } from './result-sheet.ts';

/** Returns the facts above the marks table. */
export const listSheetFacts = ({
  cohort,
  group,
  scheme,
}: Pick<ResultSheet, 'cohort' | 'group' | 'scheme'>): (readonly [
  label: string,
  value: string,
])[] => [
  ['Group', isolateRightToLeftValues`${group.fypGroupName}, ${group.program}`],
  ['Title', group.fypTitle],
  ['Session', cohort],
  ['Supervisor', group.supervisor],
  ...(hasExternalExaminer(scheme)
    ? [['External examiner', group.externalExaminer || '–'] as const]
    : []),
  ...listMoves(group),
];

/** Returns the former members whose marks are on the sheet of another group. */
const listMoves = ({ formerMembers = [] }: ResultSheet['group']) => {
  const moves = formerMembers.filter(({ movedTo }) => movedTo !== null);
  const texts = moves.map(
    (former) =>
      isolateRightToLeftValues`${former.name}, ${former.roll}, ${formatUntil(former)}, then ${former.movedTo ?? ''}`,
  );
  return texts.length > 0 ? [['Moved', texts.join('; ')] as const] : [];
};

/** Returns the outcome and date of the viva, or undefined if the marking scheme has no viva. */
export function formatSheetViva({ group, scheme }: ResultSheet): string | undefined {
  if (!hasViva(scheme)) return undefined;
  const { vivaDate, vivaStatus } = group.externalVivaDetails;
  return `${vivaStatus || 'pending'}${vivaDate ? `, ${formatDate(vivaDate)}` : ''}`;
}

/** Returns all values that the sheet prints, so that they can be compared with the paper. */
export function listSheetContent(sheet: ResultSheet): ResultSheetContent {
  const viva = formatSheetViva(sheet);
  const facts = listSheetFacts(sheet).map(([label, value]) => ({ label, value }));
  return {
    facts: viva === undefined ? facts : [...facts, { label: 'External viva', value: viva }],
    members: sheet.members.map(({ _id, name, roll }) => {
      const until = findUntil(sheet.group, _id);
      return { name, roll, ...(until !== undefined && { until }) };
    }),
    rows: buildMarksTableRows(sheet.scheme, sheet.members).map(({ kind, cells }) => ({
      kind,
      cells: [...cells],
    })),
  };
}
