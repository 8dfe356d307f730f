import type { GroupImportRow, ImportRowError } from '#contract/admin/imports.ts';
import { toNameKey } from '#contract/values/text.ts';
import type { CohortContent } from '#server/content/content.ts';
import type { Db } from '#server/db/tables.ts';
import { findUnfitEmails, formatUnfitEmail } from '#server/groups/claims/require-student-emails.ts';
import {
  bundleRowsByGroup,
  type GroupToImport,
  type ImportedGroupRows,
  parseNewGroup,
  type RowSchemas,
} from './check-groups.ts';
import { digestGroupState } from './check-token.ts';
import { findGroupDifferences, type GroupComparison } from './find-differences.ts';
import { findExaminerWarnings, joinWarnings } from './find-examiner-warnings.ts';
import {
  findStoredGroups,
  type StoredGroup,
  type StoredGroups,
  toEmailKey,
} from './find-stored.ts';
import { matchGroup } from './match-group.ts';
import { runInBatches } from './row-errors.ts';

type Base = {
  rows: number[];
  state: string;
  group?: string;
  groupId?: string;
  /** Says what is doubtful about the group's staff, but accepted. */
  warning?: string;
};
export type NewGroup = Base & { outcome: 'new'; toImport: GroupToImport };
export type ChangedGroup = Base &
  GroupComparison & {
    outcome: 'changed' | 'skipped';
    groupId: string;
  };
type UnchangedGroup = Base & GroupComparison & { outcome: 'unchanged' };
/** Result of comparing one group with the stored groups. The outcome is `refused` if any of its rows has an error. */
export type ComparedGroup =
  | NewGroup
  | ChangedGroup
  | UnchangedGroup
  | (Base & { outcome: 'refused' });

/** Awaits `nextSlice` after each group, because comparing thousands of rows takes long. */
export async function compareWithStoredGroups(
  db: Db,
  cohort: Pick<CohortContent, '_id'>,
  rows: readonly GroupImportRow[],
  rules: RowSchemas,
  nextSlice: () => Promise<unknown>,
) {
  const stored = await findStoredGroups(db, cohort._id, rows);
  const leftOut = await findUnfitRows(db, rows, stored);
  const examiners = rows.map(({ externalExaminer }) => externalExaminer);
  const warnings = await findExaminerWarnings(db, examiners);
  const { bundles, errors } = bundleRowsByGroup(rows.filter(({ row }) => !leftOut.has(row)));
  const wrongRows = new Set(errors.map(({ row }) => row));
  const seen = new Map<string, ImportedGroupRows>();
  const groups: ComparedGroup[] = [];
  for (const bundle of bundles) {
    const { compared, errors: groupErrors } = compareGroup(bundle, stored, rules, seen);
    errors.push(...groupErrors);
    const isRefused = groupErrors.length > 0 || compared.rows.some((row) => wrongRows.has(row));
    groups.push(isRefused ? toRefusedGroup(compared) : withExaminerWarning(compared, warnings));
    await nextSlice();
  }
  return { groups, errors, leftOut };
}

function withExaminerWarning(
  compared: ComparedGroup,
  warnings: ReadonlyMap<string, string>,
): ComparedGroup {
  if (compared.outcome !== 'new' && compared.outcome !== 'changed') return compared;
  const isNew = compared.outcome === 'new';
  const name = (isNew ? compared.toImport : compared.edit).externalExaminer ?? '';
  const unbound = warnings.get(toNameKey(name));
  const isBoth =
    isNew && name !== '' && toNameKey(compared.toImport.supervisor) === toNameKey(name);
  const both = `${name} is the supervisor and the external examiner, and gives all marks. If this isn’t intended, name another external examiner.`;
  return { ...compared, ...joinWarnings(isBoth ? both : undefined, unbound) };
}

/** Returns a message for each row whose email cannot become a member's, unless a stored member has the email. */
async function findUnfitRows(
  db: Db,
  rows: readonly GroupImportRow[],
  { byEmail }: StoredGroups,
): Promise<Map<number, string>> {
  const emails = rows.map(({ email }) => toEmailKey(email)).filter((email) => !byEmail.has(email));
  const unfit = new Map(await runInBatches(emails, (portion) => findUnfitEmails(db, portion)));
  const remedy = 'This row won’t be imported. Enter the student’s own email.';
  return new Map(
    rows.flatMap(({ row, email }) => {
      const why = unfit.get(toEmailKey(email));
      return why ? [[row, formatUnfitEmail(toEmailKey(email), why, remedy)]] : [];
    }),
  );
}

export const toRefusedGroup = ({ rows, state, group, groupId }: ComparedGroup): ComparedGroup => ({
  rows,
  state,
  ...(group !== undefined && { group }),
  ...(groupId !== undefined && { groupId }),
  outcome: 'refused',
});

function compareGroup(
  bundle: ImportedGroupRows,
  stored: StoredGroups,
  rules: RowSchemas,
  seen: Map<string, ImportedGroupRows>,
): { compared: ComparedGroup; errors: ImportRowError[] } {
  const { group, errors } = matchGroup(bundle, stored);
  const base = { rows: bundle.rows.map(({ row }) => row), state: digestGroupState(group) };
  if (!group) {
    const read = parseNewGroup(bundle.rows, rules);
    const compared = { ...base, outcome: 'new', toImport: read.group } as const;
    // If matching failed, the rows may describe a stored group, for which empty cells are allowed: ignore these.
    const cellErrors = errors.length > 0 ? read.errors.filter(isOfFilledCell(bundle)) : read.errors;
    return { compared, errors: [...cellErrors, ...errors] };
  }
  const comparison = findGroupDifferences(bundle.rows, group, rules);
  const twice = isThereTwice(bundle, group, seen);
  const outcome = comparison.differences.length > 0 ? 'changed' : 'unchanged';
  const compared = {
    ...base,
    ...comparison,
    outcome,
    group: group.name,
    groupId: group.id,
  } as const;
  return { compared, errors: [...comparison.errors, ...twice] };
}

const isOfFilledCell =
  ({ rows }: ImportedGroupRows) =>
  ({ row, column }: ImportRowError) =>
    rows.some(
      (cells) => cells.row === row && String(cells[column as keyof GroupImportRow]).trim() !== '',
    );

function isThereTwice(
  bundle: ImportedGroupRows,
  group: StoredGroup,
  seen: Map<string, ImportedGroupRows>,
): ImportRowError[] {
  const earlier = seen.get(group.id);
  seen.set(group.id, bundle);
  const row = bundle.rows[0]?.row ?? 1;
  if (!earlier) return [];
  const message = `Rows ${earlier.rows[0]?.row} and ${row} both belong to the group ${group.name}. Enter the same text in their Group column.`;
  return [{ row, column: 'group', message }];
}
