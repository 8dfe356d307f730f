import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { SheetFormat } from '#contract/exports/sheets.ts';
import { CohortCode } from '#contract/settings/cohorts.ts';
import { isModuleEnabled, type ModuleName, type Modules } from '#contract/settings/modules.ts';
import { removeFormulaGuard } from '#contract/values/formula-guard.ts';
import { Id } from '#contract/values/text.ts';

export const maxImportRows = 5000;
/** Maximum number of accounts per import without a mail server, because hashing their one-time passwords is slow. */
export const maxOneTimePasswords = 1000;

export const importColumns = {
  users: { name: 'Name', email: 'Email', role: 'Role' },
  groups: {
    group: 'Group',
    program: 'Program',
    title: 'Project title',
    category: 'Category',
    supervisor: 'Supervisor',
    externalExaminer: 'External examiner',
    name: 'Full name',
    fathername: 'Father name',
    roll: 'Roll number',
    email: 'Email',
    phone: 'Phone',
  },
} as const;
export type ImportKind = keyof typeof importColumns;

const modulesOfColumns: Readonly<Record<string, ModuleName>> = { fathername: 'fatherName' };

/** Returns the fields and titles of the columns of an import, without those of modules that are switched off. */
export const listImportColumns = (kind: ImportKind, modules: Modules): [string, string][] =>
  Object.entries<string>(importColumns[kind]).filter(([field]) =>
    isModuleEnabled(modules, modulesOfColumns[field]),
  );

/** Text of a cell in an import file. Removes the leading apostrophe that exports add as a formula guard. */
const Cell = z
  .string('A cell is text.')
  .overwrite(removeFormulaGuard)
  .max(1000, 'A cell must be 1000 characters or fewer.');
const RowNumber = z.int().min(1).max(1_048_576).describe('row number in the file');

const UserImportRow = z.object({ row: RowNumber, name: Cell, email: Cell, role: Cell });
export type UserImportRow = z.infer<typeof UserImportRow>;

const GroupImportRow = z.object({
  row: RowNumber,
  group: Cell.describe('any text that the rows of one group share'),
  program: Cell,
  title: Cell,
  category: Cell,
  supervisor: Cell,
  externalExaminer: Cell.default(''),
  name: Cell,
  fathername: Cell,
  roll: Cell,
  email: Cell,
  phone: Cell,
});
export type GroupImportRow = z.infer<typeof GroupImportRow>;

const rowsOf = <Row extends z.ZodType>(row: Row) =>
  z.object({
    rows: z
      .array(row, 'An import is a list of rows.')
      .min(1, 'The file has no rows below its header.')
      .max(maxImportRows, `An import can have up to ${maxImportRows} rows. Split the file.`),
    dryRun: z.boolean().describe('true: validates without saving'),
    token: z
      .string()
      .max(100)
      .optional()
      .describe('token of the dry run; ensures that the same rows are imported'),
  });

const ImportRowError = z.object({ row: z.int(), column: z.string(), message: z.string() });
export type ImportRowError = z.infer<typeof ImportRowError>;

const Result = z.object({
  message: z.string(),
  isWritten: z.boolean(),
  token: z.string().describe('identifies these rows; an import sends it back'),
  counts: z.object({
    new: z.int(),
    confirmed: z.int().optional().describe('accounts that were not confirmed before'),
    unchanged: z.int(),
  }),
  rows: z.array(z.object({ row: z.int(), outcome: z.enum(['new', 'confirmed', 'unchanged']) })),
  errors: z
    .array(ImportRowError)
    .describe('all errors of a check; an import with errors is rejected'),
});

const { group: _, ...compared } = importColumns.groups;
/** Fields that a group import can change: all columns except `group`. `members` stands for an added member. */
const differenceFields = [...Object.keys(compared), 'members'] as [
  Exclude<keyof typeof importColumns.groups, 'group'>,
  'members',
];

const ImportDifference = z.object({
  field: z.enum(differenceFields),
  member: z.string().optional().describe('name and roll number as stored'),
  stored: z.string().describe('the value in the portal; empty for a new member'),
  file: z.string().describe('value in the file, as the portal would store it'),
});
export type ImportDifference = z.infer<typeof ImportDifference>;

const GroupImportResult = z.object({
  row: z.int(),
  outcome: z
    .enum(['new', 'changed', 'unchanged', 'skipped', 'refused', 'left-out'])
    .describe(
      'result for the row’s group. skipped: not selected for the import; refused: see `errors`; left-out: only this row is not imported, see `warning`',
    ),
  group: z.string().optional().describe('the group’s name in the portal'),
  groupId: z.string().optional().describe('only if the group is stored'),
  differences: z
    .array(ImportDifference)
    .optional()
    .describe(
      'changes to this row’s member; in the first row of a group also changes to the group',
    ),
  missing: z
    .array(z.string())
    .optional()
    .describe(
      'in the first row of a group: members that are not in the file and remain in the group',
    ),
  warning: z
    .string()
    .optional()
    .describe(
      'in the first row of a group: what is doubtful but accepted, with what to do; in a row that is left out: why',
    ),
});
export type GroupImportResult = z.infer<typeof GroupImportResult>;

const large = { maxText: 2 * 1024 * 1024, maxParts: 100_000 };

export const importUsers = endpoint({
  method: 'POST',
  path: '/api/imports/users',
  summary:
    'Import accounts from a file, all or none; confirms existing accounts and changes nothing else of them',
  access: ['admin'],
  audit: [
    'list-imported',
    'account-made',
    'account-confirmed',
    'password-changed',
    'group-changed',
  ],
  body: rowsOf(UserImportRow),
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
  summary: 'Create and update groups from a file, all or none; never removes members',
  access: ['admin'],
  audit: ['list-imported', 'group-imported', 'group-changed'],
  body: rowsOf(GroupImportRow).extend({
    token: z
      .string()
      // A token is a digest of all rows (64 characters), followed by 8 characters for each group.
      .max(64 + 8 * maxImportRows)
      .optional()
      .describe(
        'token of the dry run; rejected if the rows or the affected groups have changed since',
      ),
    changes: z
      .array(Id)
      .max(maxImportRows)
      .optional()
      .describe('ids of the groups to change; other groups with differences do not change'),
    cohort: CohortCode.optional().describe(
      'for a dry run, defaults to the current cohort; an import must send the cohort of its dry run',
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
      .describe('numbers of groups'),
    rows: z.array(GroupImportResult).describe('one entry per row with a group'),
  }),
  problems: ['too-large', 'not-found', 'stale-version', 'cohort-closed'],
});

export const importTemplate = endpoint({
  method: 'GET',
  path: '/api/imports/template',
  summary: 'Get an empty spreadsheet with the columns of an import',
  access: ['admin'],
  query: z.object({
    of: z.enum(['users', 'groups'], 'Choose the template for users or for groups.'),
    format: SheetFormat,
  }),
  reply: z.unknown(),
  problems: [],
});
