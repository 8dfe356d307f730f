import { type ImportKind, importColumns } from '#contract/imports.ts';
import type { Table } from './table.ts';

/** What lists call their columns, as `keyOf` makes it, beside the template's own words. */
const synonyms: Record<ImportKind, Record<string, readonly string[]>> = {
  users: {
    name: ['fullname', 'username', 'displayname', 'person'],
    email: ['emailaddress', 'emailid', 'mail'],
    role: ['type', 'accounttype', 'usertype', 'userrole'],
  },
  groups: {
    group: ['groupno', 'groupnumber', 'groupname', 'groupid', 'fypgroup', 'fypgroupname', 'team'],
    program: ['programme', 'degree', 'degreeprogram', 'class'],
    title: ['title', 'project', 'projectname', 'fyptitle', 'topic'],
    category: ['projectcategory', 'fypcategory', 'area', 'domain'],
    supervisor: ['supervisorname', 'supervisedby', 'advisor', 'adviser'],
    name: ['name', 'student', 'studentname', 'member', 'membername'],
    fathername: ['father', 'fathersname', 'fatherfullname', 'guardian'],
    roll: [
      'roll',
      'rollno',
      'rollnum',
      'registrationno',
      'registrationnumber',
      'regno',
      'studentid',
    ],
    email: ['emailaddress', 'emailid', 'mail', 'studentemail'],
    phone: [
      'phoneno',
      'phonenumber',
      'mobile',
      'mobileno',
      'mobilenumber',
      'contact',
      'contactno',
      'contactnumber',
      'cell',
      'cellno',
      'whatsapp',
    ],
  },
};

/** Without case, spaces, underscores and signs: "E-mail" and "e_mail" are one. */
const keyOf = (title: string) =>
  title
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

/** The place of each field's column in the header; undefined where none fits. */
export type Match = Record<string, number | undefined>;

/** Each column fills one field; the template's own words come first. */
export function matchColumns(header: readonly string[], kind: ImportKind): Match {
  const keys = header.map(keyOf);
  const taken = new Set<number>();
  const match: Match = {};
  const fields = Object.entries<string>(importColumns[kind]);
  const take = (field: string, words: readonly string[]) => {
    if (match[field] !== undefined) return;
    const index = keys.findIndex((key, at) => !taken.has(at) && words.includes(key));
    if (index < 0) return;
    match[field] = index;
    taken.add(index);
  };
  for (const [field, title] of fields) take(field, [keyOf(title)]);
  for (const [field] of fields) take(field, [field, ...(synonyms[kind][field] ?? [])]);
  return match;
}

/** Fields that need a column, as lists of alternatives. Without another column a group keeps the portal's values. */
const required: Record<ImportKind, readonly (readonly string[])[]> = {
  users: [['name'], ['email'], ['role']],
  groups: [['group'], ['roll', 'email']],
};

export const isRequired = (kind: ImportKind, field: string): boolean =>
  required[kind].some((fields) => fields.length === 1 && fields.includes(field));

/** Titles of the required fields that have no column yet. */
export const unmatched = (kind: ImportKind, match: Match): string[] => {
  const titles: Record<string, string> = importColumns[kind];
  return required[kind].flatMap((fields) =>
    fields.every((field) => match[field] === undefined)
      ? [fields.map((field) => titles[field]).join(' or ')]
      : [],
  );
};

export type ImportRow = { row: number } & Record<string, string | number>;

/** What is sent: the cells of each row by field. */
export const rowsToSend = ({ rows }: Table, kind: ImportKind, match: Match): ImportRow[] =>
  rows.map(({ row, cells }) => ({
    row,
    ...Object.fromEntries(
      Object.keys(importColumns[kind]).map((field) => [field, cells[match[field] ?? -1] ?? '']),
    ),
  }));
