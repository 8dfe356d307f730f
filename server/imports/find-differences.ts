import { z } from 'zod';
import type { GroupImportRow, ImportDifference, ImportRowError } from '#contract/admin/imports.ts';
import { formatTooManyMembers } from '#contract/students/proposals.ts';
import { isSameListEntry } from '#contract/values/listed.ts';
import { normaliseText, toNameKey } from '#contract/values/text.ts';
import type { GroupEdit } from '#server/admin/update-group.ts';
import {
  findOfferedChoice,
  formatNotOfferedMessage,
  type MemberToImport,
  parseMemberRow,
  type RowSchemas,
  readSharedColumns,
} from './check-groups.ts';
import type { StoredGroup, StoredMember } from './find-stored.ts';
import { pairRowsWithMembers } from './match-group.ts';
import { getRowErrors } from './row-errors.ts';

const memberFields = ['name', 'fathername', 'roll', 'email', 'phone'] as const;
type MemberField = (typeof memberFields)[number];
type MemberEdit = { _id: string } & Partial<Record<MemberField, string>>;
export type RowDifference = ImportDifference & { row: number };

export type GroupComparison = {
  differences: RowDifference[];
  errors: ImportRowError[];
  edit: GroupEdit;
  added: MemberToImport[];
  /** Members of the stored group that the file does not contain. An import never removes members. */
  missing: string[];
};

export const formatMember = ({ name, roll }: { name: string; roll: string }) => `${name} (${roll})`;

/** Compares the rows of a group with the stored group. Ignores empty cells and differences in notation. */
export function findGroupDifferences(
  rows: readonly GroupImportRow[],
  group: StoredGroup,
  rules: RowSchemas,
): GroupComparison {
  const { pairs, missing } = pairRowsWithMembers(rows, group);
  const project = compareProject(rows, group, rules);
  const comparison: GroupComparison = { ...project, added: [], missing: missing.map(formatMember) };
  const edits: MemberEdit[] = [];
  const { differences, errors, added } = comparison;
  for (const { row, member } of pairs) {
    if (member) {
      const comparedMember = compareMember(row, member, rules);
      differences.push(...comparedMember.differences);
      errors.push(...comparedMember.errors);
      if (comparedMember.differences.length > 0) edits.push(comparedMember.edit);
      continue;
    }
    const read = parseMemberRow(row, rules);
    errors.push(...read.errors);
    if (!read.member) continue;
    added.push(read.member);
    const file = formatMember(read.member);
    differences.push({ row: row.row, field: 'members', member: file, stored: '', file });
  }
  const { maxMembers } = rules.rules;
  const most = Math.max(0, maxMembers - group.members.length);
  for (const { row } of pairs.filter(({ member }) => !member).slice(most)) {
    const missingNote =
      comparison.missing.length > 0
        ? ` ${group.name} also has ${comparison.missing.join(' and ')}, and an import doesn’t remove members.`
        : '';
    errors.push({
      row: row.row,
      column: 'group',
      message: `${formatTooManyMembers(maxMembers)}${missingNote}`,
    });
  }
  if (edits.length > 0) comparison.edit.fypGroupMembers = edits;
  return comparison;
}

const wireNames = {
  program: 'program',
  title: 'fypTitle',
  category: 'fypCategory',
  supervisor: 'supervisor',
  externalExaminer: 'externalExaminer',
} as const;

function compareProject(rows: readonly GroupImportRow[], group: StoredGroup, rules: RowSchemas) {
  const { values, errors } = readSharedColumns(rows);
  const differences: RowDifference[] = [];
  const edit: GroupEdit = { version: group.version };
  const row = rows[0]?.row ?? 1;
  for (const field of Object.keys(wireNames) as (keyof typeof wireNames)[]) {
    const cell = values[field];
    const stored = (field === 'externalExaminer' ? group.external_examiner : group[field]) ?? '';
    if (normaliseText(cell) === '') continue;
    const { value, errors: cellErrors } =
      field === 'title' || field === 'externalExaminer'
        ? readText(row, field, { cell, stored }, rules)
        : readListed(row, field, cell, stored, rules);
    errors.push(...cellErrors);
    if (value === undefined) continue;
    edit[wireNames[field]] = value;
    differences.push({ row, field, stored, file: value });
  }
  return { differences, errors, edit };
}

type ReadValue = { value?: string | undefined; errors: ImportRowError[] };

function readText(
  row: number,
  field: 'title' | 'externalExaminer',
  { cell, stored }: { cell: string; stored: string },
  { Project }: RowSchemas,
): ReadValue {
  const isSame =
    field === 'externalExaminer'
      ? toNameKey(cell) === toNameKey(stored)
      : looksSame(normaliseText(cell), normaliseText(stored));
  if (isSame) return { errors: [] };
  const { data, error } = z.object({ [field]: Project.shape[field] }).safeParse({ [field]: cell });
  if (error) return { errors: getRowErrors(row, error) };
  return { value: data[field], errors: [] };
}

/** Parses a value that must be in one of the department's lists, unless it equals the stored value. */
function readListed(
  row: number,
  field: 'program' | 'category' | 'supervisor',
  cell: string,
  stored: string,
  { offered }: RowSchemas,
): ReadValue {
  if (isSameListEntry(cell, stored)) return { errors: [] };
  const value = findOfferedChoice(cell, field, offered);
  if (value === undefined) {
    return {
      errors: [{ row, column: field, message: formatNotOfferedMessage(cell, field, offered) }],
    };
  }
  return isSameListEntry(value, stored) ? { errors: [] } : { value, errors: [] };
}

function compareMember(row: GroupImportRow, member: StoredMember, { Member }: RowSchemas) {
  const errors: ImportRowError[] = [];
  const differences: RowDifference[] = [];
  const edit: MemberEdit = { _id: member.id };
  for (const field of memberFields) {
    const stored = field === 'fathername' ? member.father_name : member[field];
    if (
      normaliseText(row[field]) === '' ||
      looksSame(normaliseText(row[field]), normaliseText(stored))
    )
      continue;
    const schema = Member.shape[field];
    const { data, error } = schema.safeParse(row[field]);
    if (error) {
      errors.push({ row: row.row, column: field, message: error.issues[0]?.message ?? '' });
    } else if (looksSame(data, schema.safeParse(stored).data ?? stored)) {
      // No difference: the cell has the stored value in another notation, such as 0300 1234567 for a phone number.
    } else if (field === 'email' && member.accountEmail !== null && data !== member.accountEmail) {
      const message = `${member.name} has an account with the email ${member.accountEmail}. Change it under Users, which changes it here too, or leave this cell empty.`;
      errors.push({ row: row.row, column: field, message });
    } else {
      edit[field] = data;
      differences.push({
        row: row.row,
        field,
        member: formatMember(member),
        stored,
        file: data,
      });
    }
  }
  return { differences, errors, edit };
}

const looksSame = (left: string, right: string) =>
  left.replace(/\s+/g, ' ') === right.replace(/\s+/g, ' ');
