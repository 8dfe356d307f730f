import { z } from 'zod';
import { findTemplateCell } from '#contract/admin/import-template.ts';
import type { GroupImportRow, ImportRowError } from '#contract/admin/imports.ts';
import type { GroupRules } from '#contract/rules/group-rules.ts';
import { toRollKey } from '#contract/rules/roll.ts';
import type { Modules } from '#contract/settings/modules.ts';
import {
  formatTooManyMembers,
  getProposalSchema,
  type ProposalChoice,
} from '#contract/students/proposals.ts';
import { toListEntryKey } from '#contract/values/listed.ts';
import { buildLineSchema, buildNameLineSchema, toNameKey } from '#contract/values/text.ts';
import { toUniqueNameKey } from '#contract/values/unique-name.ts';
import { findRepeatedKeys, getRowErrors } from './row-errors.ts';

/** Columns that describe the group. Their non-empty cells must be equal in all rows of a group. */
const shared = ['program', 'title', 'category', 'supervisor', 'externalExaminer'] as const;
type Shared = Record<(typeof shared)[number], string>;

export type MemberToImport = {
  row: number;
  name: string;
  fathername: string;
  roll: string;
  email: string;
  phone: string;
};
export type GroupToImport = Shared & { rows: number[]; members: MemberToImport[] };
export type OfferedChoices = Record<
  'programs' | 'categories' | 'supervisors',
  readonly ProposalChoice[]
>;

/** Any name is accepted, because external examiners are often named before they have an account. */
const ExaminerName = z.union([buildNameLineSchema('External examiner', 100), z.literal('')]);

export function buildRowSchemas(rules: GroupRules, modules: Modules, offered: OfferedChoices) {
  const proposal = getProposalSchema(rules, modules);
  return {
    rules,
    offered,
    Project: proposal
      .pick({ program: true, title: true, category: true, supervisor: true })
      .extend({ externalExaminer: ExaminerName }),
    Member: proposal.shape.groupMembers.element.omit({ feeProof: true, certificate: true }),
  };
}
export type RowSchemas = ReturnType<typeof buildRowSchemas>;

/** The rows of a group: all rows with the same value in the column “Group”. */
export type ImportedGroupRows = { name: string; rows: readonly GroupImportRow[] };

const GroupKey = buildLineSchema('Group', 200);

/**
 * Groups the rows by the column “Group”. Returns errors for invalid group names, repeated members and rows of the
 * template.
 */
export function bundleRowsByGroup(rows: readonly GroupImportRow[]) {
  const errors: ImportRowError[] = [];
  const named = rows.filter(({ row, group, ...cells }) => {
    const template = findTemplateCell('groups', { group, ...cells });
    if (template) {
      errors.push({ row, ...template });
      return false;
    }
    const isName = GroupKey.safeParse(group).success && toUniqueNameKey(group) !== '';
    const message = 'Enter the member’s group, with the same text in each row of the group.';
    if (!isName) errors.push({ row, column: 'group', message });
    return isName;
  });
  const bundles = [...Map.groupBy(named, ({ group }) => toUniqueNameKey(group))].map(
    ([name, its]): ImportedGroupRows => ({ name, rows: its }),
  );
  errors.push(
    ...findRepeatedKeys(rows, 'email', 'email', ({ email }) => email.trim().toLowerCase()),
    ...findRepeatedKeys(rows, 'roll', 'roll number', ({ roll }) => toRollKey(roll)),
  );
  return { bundles, errors };
}

/** Parses the rows of a new group. Requires a value in every column. */
export function parseNewGroup(rows: readonly GroupImportRow[], rules: RowSchemas) {
  const { maxMembers } = rules.rules;
  const row = rows[0]?.row ?? 1;
  const { values, errors } = readSharedColumns(rows);
  const head = rules.Project.safeParse(values);
  if (head.error) errors.push(...getRowErrors(row, head.error));
  const offeredValues = offeredFor(head.data ?? values, rules.offered);
  if (head.data) {
    for (const [column, message] of Object.entries(offeredValues.errors)) {
      errors.push({ row, column, message });
    }
  }
  const members = rows.flatMap((memberRow) => {
    const read = parseMemberRow(memberRow, rules);
    errors.push(...read.errors);
    return read.member ?? [];
  });
  for (const { row: at } of rows.slice(maxMembers)) {
    const message = `${formatTooManyMembers(maxMembers)} Move this row to another group.`;
    errors.push({ row: at, column: 'group', message });
  }
  return {
    group: { ...offeredValues.values, rows: rows.map((memberRow) => memberRow.row), members },
    errors,
  };
}

export function parseMemberRow({ row, ...cells }: GroupImportRow, { Member }: RowSchemas) {
  const { data, error } = Member.safeParse(cells);
  const member: MemberToImport | undefined = data && { row, ...data };
  return { member, errors: error ? getRowErrors(row, error) : [] };
}

/** Returns the first non-empty cell of each project column, which many lists fill in for only one row per group. */
export function readSharedColumns(rows: readonly GroupImportRow[]) {
  const values = { program: '', title: '', category: '', supervisor: '', externalExaminer: '' };
  const errors: ImportRowError[] = [];
  for (const column of shared) {
    const first = rows.find((row) => row[column].trim() !== '');
    values[column] = first?.[column] ?? '';
    for (const row of rows) {
      const cell = row[column];
      if (!first || cell.trim() === '' || toNameKey(cell) === toNameKey(first[column])) continue;
      const message = `Row ${first.row} of the same group says “${first[column].trim()}”. Make them the same, or leave this cell empty.`;
      errors.push({ row: row.row, column, message });
    }
  }
  return { values, errors };
}

function offeredFor(values: Shared, offered: OfferedChoices) {
  const written: Shared = { ...values };
  const errors: Partial<Shared> = {};
  for (const column of ['program', 'category', 'supervisor'] as const) {
    const value = findOfferedChoice(values[column], column, offered);
    if (value !== undefined) written[column] = value;
    else errors[column] = formatNotOfferedMessage(values[column], column, offered);
  }
  return { values: written, errors };
}

type ListedColumn = 'program' | 'category' | 'supervisor';

const listOf = (column: ListedColumn, { programs, categories, supervisors }: OfferedChoices) =>
  ({ program: programs, category: categories, supervisor: supervisors })[column];

/** Returns the value as spelt in the department's list, or undefined if missing. Also matches labels of programs. */
export function findOfferedChoice(text: string, column: ListedColumn, offered: OfferedChoices) {
  const list = listOf(column, offered);
  const key = toListEntryKey(text);
  const choice =
    list.find(({ value }) => toListEntryKey(value) === key) ??
    list.find(({ label }) => toListEntryKey(label) === key);
  return choice?.value;
}

const maxListed = 12;

export function formatNotOfferedMessage(
  text: string,
  column: ListedColumn,
  offered: OfferedChoices,
): string {
  const choices = listOf(column, offered);
  const values = choices.slice(0, maxListed).map(({ value }) => value);
  const more = choices.length > maxListed ? ', …' : '';
  return `“${text.trim()}” isn’t an available ${column}. Enter one of: ${values.join(', ')}${more}.`;
}
