import type { GroupRow, RowError } from '#contract/imports.ts';
import { atMost, type Choice, proposalOf } from '#contract/proposals.ts';
import type { GroupRules } from '#contract/rules/group-rules.ts';
import { rollKey } from '#contract/rules/roll.ts';
import { listedKey } from '#contract/values/listed.ts';
import { line, nameKey } from '#contract/values/text.ts';
import { uniqueNameKey } from '#contract/values/unique-name.ts';
import { errorsIn, repeats } from './row-errors.ts';

/** The columns that must be equal in every row of a group. */
const shared = ['program', 'title', 'category', 'supervisor'] as const;
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
export type Offered = Record<'programs' | 'categories' | 'supervisors', readonly Choice[]>;

/**
 * Returns the schemas for reading rows. They are created once for all rows, because creating one is slower than using
 * it.
 */
export function rulesOf(rules: GroupRules, offered: Offered) {
  const proposal = proposalOf(rules);
  return {
    rules,
    offered,
    Project: proposal.pick({ program: true, title: true, category: true, supervisor: true }),
    Member: proposal.shape.groupMembers.element.omit({ feeProof: true, certificate: true }),
  };
}
export type Rules = ReturnType<typeof rulesOf>;

/** The rows of one group: they share the text in the column “Group”. */
export type Bundle = { name: string; rows: readonly GroupRow[] };

const GroupKey = line('Group', 200);

/**
 * Divides the rows into groups in the order of the file. Returns errors for rows without a group and for repeated
 * members.
 */
export function bundleRows(rows: readonly GroupRow[]) {
  const errors: RowError[] = [];
  const named = rows.filter(({ row, group }) => {
    const isName = GroupKey.safeParse(group).success && uniqueNameKey(group) !== '';
    const message = 'Write in each row which group the member is in: any text that its rows share.';
    if (!isName) errors.push({ row, column: 'group', message });
    return isName;
  });
  const bundles = [...Map.groupBy(named, ({ group }) => uniqueNameKey(group))].map(
    ([name, its]): Bundle => ({ name, rows: its }),
  );
  errors.push(
    ...repeats(rows, 'email', 'email', ({ email }) => email.trim().toLowerCase()),
    ...repeats(rows, 'roll', 'roll number', ({ roll }) => rollKey(roll)),
  );
  return { bundles, errors };
}

/** Reads a group that is new to the portal. Every cell must be filled. */
export function readNewGroup(rows: readonly GroupRow[], rules: Rules) {
  const { maxMembers } = rules.rules;
  const row = rows[0]?.row ?? 1;
  const { values, errors } = readShared(rows);
  const head = rules.Project.safeParse(values);
  if (head.error) errors.push(...errorsIn(row, head.error));
  const offeredValues = offeredFor(head.data ?? values, rules.offered);
  if (head.data) {
    for (const [column, message] of Object.entries(offeredValues.errors)) {
      errors.push({ row, column, message });
    }
  }
  const members = rows.flatMap((memberRow) => {
    const read = readMember(memberRow, rules);
    errors.push(...read.errors);
    return read.member ?? [];
  });
  for (const { row: at } of rows.slice(maxMembers)) {
    const message = `${atMost(maxMembers)} Move this row to another group.`;
    errors.push({ row: at, column: 'group', message });
  }
  return {
    group: { ...offeredValues.values, rows: rows.map((memberRow) => memberRow.row), members },
    errors,
  };
}

export function readMember({ row, ...cells }: GroupRow, { Member }: Rules) {
  const { data, error } = Member.safeParse(cells);
  const member: MemberToImport | undefined = data && { row, ...data };
  return { member, errors: error ? errorsIn(row, error) : [] };
}

/**
 * Reads the shared columns. An empty cell means the value of the rows above, because many lists name a project once.
 */
export function readShared(rows: readonly GroupRow[]) {
  const values = { program: '', title: '', category: '', supervisor: '' };
  const errors: RowError[] = [];
  for (const column of shared) {
    const first = rows.find((row) => row[column].trim() !== '');
    values[column] = first?.[column] ?? '';
    for (const row of rows) {
      const cell = row[column];
      if (!first || cell.trim() === '' || nameKey(cell) === nameKey(first[column])) continue;
      const message = `Row ${first.row} of the same group says “${first[column].trim()}”. Make them the same, or leave this cell empty.`;
      errors.push({ row: row.row, column, message });
    }
  }
  return { values, errors };
}

/** Returns the values in the spelling of the department's lists. */
function offeredFor(values: Shared, offered: Offered) {
  const written: Shared = { ...values };
  const errors: Partial<Shared> = {};
  for (const column of ['program', 'category', 'supervisor'] as const) {
    const value = findChoice(values[column], column, offered);
    if (value !== undefined) written[column] = value;
    else errors[column] = notOffered(values[column], column, offered);
  }
  return { values: written, errors };
}

type ListedColumn = 'program' | 'category' | 'supervisor';

const listOf = (column: ListedColumn, { programs, categories, supervisors }: Offered) =>
  ({ program: programs, category: categories, supervisor: supervisors })[column];

/**
 * Returns the value in the spelling of the department's list, or undefined. Programs are also found by their label.
 */
export function findChoice(text: string, column: ListedColumn, offered: Offered) {
  const list = listOf(column, offered);
  const key = listedKey(text);
  const choice =
    list.find(({ value }) => listedKey(value) === key) ??
    list.find(({ label }) => listedKey(label) === key);
  return choice?.value;
}

const mostListed = 12;

export function notOffered(text: string, column: ListedColumn, offered: Offered): string {
  const choices = listOf(column, offered);
  const values = choices.slice(0, mostListed).map(({ value }) => value);
  const more = choices.length > mostListed ? ', …' : '';
  return `“${text.trim()}” is not offered as ${column}. Write one of: ${values.join(', ')}${more}.`;
}
