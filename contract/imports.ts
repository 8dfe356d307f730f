import { z } from 'zod';
import { CohortCode } from './cohorts.ts';
import { endpoint } from './endpoint.ts';
import { SheetFormat } from './sheets.ts';
import { removeFormulaGuard } from './values/formula-guard.ts';
import { Id } from './values/text.ts';

/** Maximum number of rows of an import. */
export const mostImportRows = 5000;
/** Maximum number of new accounts without a mail server: hashing their one-time passwords is slow. */
export const mostOneTimePasswords = 1000;

/** Column titles of the templates, by field. */
export const importColumns = {
  users: { name: 'Name', email: 'Email', role: 'Role' },
  groups: {
    group: 'Group',
    program: 'Program',
    title: 'Project title',
    category: 'Category',
    supervisor: 'Supervisor',
    name: 'Full name',
    fathername: 'Father name',
    roll: 'Roll number',
    email: 'Email',
    phone: 'Phone',
  },
} as const;
export type ImportKind = keyof typeof importColumns;

/** A cell of the file without the formula guard of exports. The import validates the content row by row. */
const Cell = z
  .string('A cell is text.')
  .overwrite(removeFormulaGuard)
  .max(1000, 'A cell may have at most 1000 characters.');
const RowNumber = z.int().min(1).max(1_048_576).describe('row number in the file');

const UserRow = z.object({ row: RowNumber, name: Cell, email: Cell, role: Cell });
export type UserRow = z.infer<typeof UserRow>;

const GroupRow = z.object({
  row: RowNumber,
  group: Cell.describe('any text that the rows of one group share'),
  program: Cell,
  title: Cell,
  category: Cell,
  supervisor: Cell,
  name: Cell,
  fathername: Cell,
  roll: Cell,
  email: Cell,
  phone: Cell,
});
export type GroupRow = z.infer<typeof GroupRow>;

const rowsOf = <Row extends z.ZodType>(row: Row) =>
  z.object({
    rows: z
      .array(row, 'An import is a list of rows.')
      .min(1, 'The file has no rows below its header.')
      .max(mostImportRows, `An import has at most ${mostImportRows} rows. Divide the file.`),
    dryRun: z.boolean().describe('true only checks, and writes nothing'),
    token: z
      .string()
      .max(100)
      .optional()
      .describe('token of the check, so that the same rows are imported'),
  });

const RowError = z.object({ row: z.int(), column: z.string(), message: z.string() });
export type RowError = z.infer<typeof RowError>;

const Result = z.object({
  message: z.string(),
  isWritten: z.boolean(),
  token: z.string().describe('identifies these rows; an import sends it back'),
  counts: z.object({ new: z.int(), unchanged: z.int() }),
  rows: z.array(z.object({ row: z.int(), outcome: z.enum(['new', 'unchanged']) })),
  errors: z.array(RowError).describe('all errors of a check; an import with errors is rejected'),
});

const { group: _, ...compared } = importColumns.groups;
/** Fields of a difference: a column of the file, or `members` for a new member. */
const differenceFields = [...Object.keys(compared), 'members'] as [
  Exclude<keyof typeof importColumns.groups, 'group'>,
  'members',
];

/** A difference between the file and the stored value. */
const Difference = z.object({
  field: z.enum(differenceFields),
  member: z.string().optional().describe('name and roll number, as the portal has them'),
  stored: z.string().describe('the value in the portal; empty for a new member'),
  file: z.string().describe('the value of the file, as the portal would store it'),
});
export type Difference = z.infer<typeof Difference>;

const GroupResultRow = z.object({
  row: z.int(),
  outcome: z
    .enum(['new', 'changed', 'unchanged', 'skipped', 'refused'])
    .describe(
      'of the row’s group. skipped: an import that did not name the group left it as it is; refused: `errors` says why',
    ),
  group: z.string().optional().describe('the group’s name in the portal'),
  groupId: z.string().optional().describe('of a stored group'),
  differences: z
    .array(Difference)
    .optional()
    .describe('of this row’s member; in the first row of a group also of the group'),
  missing: z
    .array(z.string())
    .optional()
    .describe('in the first row of a group: its members whom the file does not name, who stay'),
});
export type GroupResultRow = z.infer<typeof GroupResultRow>;

/** Limits for the maximum number of rows. */
const large = { maxText: 2 * 1024 * 1024, maxParts: 100_000 };

export const importUsers = endpoint({
  method: 'POST',
  path: '/api/imports/users',
  summary: 'Make the accounts of a file, all or none; an account that is there stays as it is',
  access: ['admin'],
  audit: ['list-imported', 'account-made', 'group-changed'],
  body: rowsOf(UserRow),
  ...large,
  reply: Result.extend({
    oneTimePasswords: z
      .array(z.object({ name: z.string(), email: z.string(), password: z.string() }))
      .optional()
      .describe('without a mail server: shown this once'),
  }),
  problems: ['too-large', 'email-taken', 'stale-version'],
});

export const importGroups = endpoint({
  method: 'POST',
  path: '/api/imports/groups',
  summary:
    'Make the groups of a file and change those that it names, all or none; nobody is removed from a group',
  access: ['admin'],
  audit: ['list-imported', 'group-imported', 'group-changed'],
  body: rowsOf(GroupRow).extend({
    token: z
      .string()
      // The token consists of a digest of the rows and a digest for each group.
      .max(64 + 8 * mostImportRows)
      .optional()
      .describe('of the check: the same rows, and the same state of the groups that they change'),
    changes: z
      .array(Id)
      .max(mostImportRows)
      .optional()
      .describe('the ids of the groups to change; those that differ and are left out stay'),
    cohort: CohortCode.optional().describe(
      'for a check, the current one unless said; an import says the one that the check named',
    ),
  }),
  ...large,
  reply: Result.extend({
    cohort: z.object({ code: CohortCode, name: z.string() }),
    counts: z
      .object({
        new: z.int(),
        changed: z.int(),
        unchanged: z.int(),
        skipped: z.int(),
        refused: z.int(),
      })
      .describe('of groups'),
    rows: z.array(GroupResultRow).describe('every row with a group'),
  }),
  problems: ['too-large', 'not-found', 'stale-version', 'cohort-closed'],
});

export const importTemplate = endpoint({
  method: 'GET',
  path: '/api/imports/template',
  summary: 'An empty spreadsheet with the columns that an import takes',
  access: ['admin'],
  query: z.object({
    of: z.enum(['users', 'groups'], 'There is a template of users and one of groups.'),
    format: SheetFormat,
  }),
  reply: z.unknown(),
  problems: [],
});
