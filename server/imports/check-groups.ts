import type { GroupRow, RowError } from '#contract/imports.ts';
import { atMost, type Choice, proposalOf } from '#contract/proposals.ts';
import type { GroupRules } from '#contract/rules/group-rules.ts';
import { rollKey } from '#contract/rules/roll.ts';
import { listedKey } from '#contract/values/listed.ts';
import { line, nameKey } from '#contract/values/text.ts';
import { uniqueNameKey } from '#contract/values/unique-name.ts';
import { errorsIn, repeats } from './row-errors.ts';

/** What every row of a group has to agree on. */
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
export type GroupToImport = Shared & { row: number; rows: number[]; members: MemberToImport[] };
export type Offered = Record<'programs' | 'categories' | 'supervisors', readonly Choice[]>;

/** Made once for all rows, since making a schema costs more than using it. */
function schemasOf(rules: GroupRules) {
  const proposal = proposalOf(rules);
  return {
    Project: proposal.pick({ program: true, title: true, category: true, supervisor: true }),
    Member: proposal.shape.groupMembers.element.omit({ feeProof: true, certificate: true }),
  };
}
type Schemas = ReturnType<typeof schemasOf>;

const GroupKey = line('Group', 200);

/** What can be said of the rows by themselves, by the department's rules and lists. */
export function readGroups(rows: readonly GroupRow[], rules: GroupRules, offered: Offered) {
  const errors: RowError[] = [];
  const named = rows.filter(({ row, group }) => {
    const isName = GroupKey.safeParse(group).success && uniqueNameKey(group) !== '';
    const message = 'Write in each row which group the member is in: any text that its rows share.';
    if (!isName) errors.push({ row, column: 'group', message });
    return isName;
  });
  const schemas = schemasOf(rules);
  const groups = [...Map.groupBy(named, ({ group }) => uniqueNameKey(group)).values()].map(
    (its) => {
      const read = readGroup(its, rules, offered, schemas);
      errors.push(...read.errors);
      return read.group;
    },
  );
  errors.push(
    ...repeats(rows, 'email', 'email', ({ email }) => email.trim().toLowerCase()),
    ...repeats(rows, 'roll', 'roll number', ({ roll }) => rollKey(roll)),
  );
  return { groups, errors };
}

function readGroup(
  rows: readonly GroupRow[],
  { maxMembers }: GroupRules,
  offered: Offered,
  { Project, Member }: Schemas,
) {
  const row = rows[0]?.row ?? 1;
  const { values, errors } = readShared(rows);
  const head = Project.safeParse(values);
  if (head.error) errors.push(...errorsIn(row, head.error));
  const found = offeredFor(head.data ?? values, offered);
  if (head.data) {
    for (const [column, message] of Object.entries(found.errors)) {
      errors.push({ row, column, message });
    }
  }
  const members = rows.flatMap(({ row: at, ...cells }) => {
    const { data, error } = Member.safeParse(cells);
    if (error) errors.push(...errorsIn(at, error));
    return data ? [{ row: at, ...data }] : [];
  });
  for (const { row: at } of rows.slice(maxMembers)) {
    const message = `${atMost(maxMembers)} Move this row to another group.`;
    errors.push({ row: at, column: 'group', message });
  }
  return {
    group: { ...found.values, row, rows: rows.map((one) => one.row), members },
    errors,
  };
}

/** An empty cell says what the rows above say: many lists name a project once. */
function readShared(rows: readonly GroupRow[]) {
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

/** As the department writes it; a program also by its label. */
function offeredFor(values: Shared, { programs, categories, supervisors }: Offered) {
  const lists = { program: programs, category: categories, supervisor: supervisors };
  const written: Shared = { ...values };
  const errors: Partial<Shared> = {};
  for (const column of ['program', 'category', 'supervisor'] as const) {
    const key = listedKey(values[column]);
    const choice =
      lists[column].find(({ value }) => listedKey(value) === key) ??
      lists[column].find(({ label }) => listedKey(label) === key);
    if (choice) written[column] = choice.value;
    else errors[column] = notOffered(values[column], column, lists[column]);
  }
  return { values: written, errors };
}

const mostListed = 12;

function notOffered(given: string, column: string, choices: readonly Choice[]): string {
  const values = choices.slice(0, mostListed).map(({ value }) => value);
  const more = choices.length > mostListed ? ', …' : '';
  return `“${given.trim()}” is not offered as ${column}. Write one of: ${values.join(', ')}${more}.`;
}
