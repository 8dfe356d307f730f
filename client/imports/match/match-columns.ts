import { type ImportKind, importColumns } from '#contract/admin/imports.ts';

/** Common titles besides those in the template. Normalised by `keyOf`. */
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
    externalExaminer: ['examiner', 'examinername', 'externalexaminername', 'external'],
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

/** Normalises a title: "E-mail" and "e_mail" become `email`. */
const keyOf = (title: string) =>
  title
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

/** Column index of each field, or undefined if the file has no such column. */
export type ColumnMatch = Record<string, number | undefined>;

/** Matches at most one field per column. The template's titles take precedence over synonyms. */
export function matchColumns(header: readonly string[], kind: ImportKind): ColumnMatch {
  const keys = header.map(keyOf);
  const taken = new Set<number>();
  const match: ColumnMatch = {};
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

/** At least one field of each inner list must have a column. */
const required: Record<ImportKind, readonly (readonly string[])[]> = {
  users: [['name'], ['email'], ['role']],
  groups: [['group'], ['roll', 'email']],
};

export const isRequiredColumn = (kind: ImportKind, field: string): boolean =>
  required[kind].some((fields) => fields.length === 1 && fields.includes(field));

export const findMissingColumns = (kind: ImportKind, match: ColumnMatch): string[] => {
  const titles: Record<string, string> = importColumns[kind];
  return required[kind].flatMap((fields) =>
    fields.every((field) => match[field] === undefined)
      ? [fields.map((field) => titles[field]).join(' or ')]
      : [],
  );
};
