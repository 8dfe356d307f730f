import type { Deadline } from '#contract/rules/deadlines.ts';
import { isKindInUse } from '#contract/rules/document-kinds.ts';
import { omitUnusedQuestions } from '#contract/rules/group-rules.ts';
import type { DeadlineSettings } from '#contract/settings/department.ts';
import { type CohortKind, listCohortKinds } from '#contract/settings/kinds.ts';
import type { Modules } from '#contract/settings/modules.ts';
import {
  type SettingName,
  type SettingValue,
  settingDefinitions,
} from '#contract/settings/settings.ts';
import { parseWallClock } from '#contract/values/wall-clock.ts';
import type { DatabaseRow, Db } from '#server/db/tables.ts';
import type { CohortContent } from './content.ts';
import { deepFreeze } from './freeze.ts';

/** Returns a string that changes with every change to a setting or cohort, even if transactions commit out of order. */
export async function readSettingsFingerprint(db: Db): Promise<string> {
  const { saves, versions } = await db
    .selectNoFrom((eb) => [
      eb
        .selectFrom('settings')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .as('saves'),
      eb
        .selectFrom('cohorts')
        .select(({ fn }) => fn.sum<number>('version').as('n'))
        .as('versions'),
    ])
    .executeTakeFirstOrThrow();
  return `${saves} ${versions}`;
}

/** Returns the values of all versions of a setting, oldest first. Earlier releases may have stored other fields. */
export async function readSettingVersions(
  db: Db,
  scope: string,
  name: DatabaseRow<'settings'>['name'],
): Promise<unknown[]> {
  const rows = await db
    .selectFrom('settings')
    .select('value')
    .where('scope', '=', scope)
    .where('name', '=', name)
    .orderBy('version')
    .execute();
  return rows.map(({ value }): unknown => JSON.parse(value));
}

export async function readCurrentSettings(db: Db, scope: string) {
  const rows = await db
    .selectFrom('settings')
    .selectAll()
    .where('scope', '=', scope)
    .where((eb) =>
      eb(
        'settings.version',
        '=',
        eb
          .selectFrom('settings as later')
          .select(({ fn }) => fn.max('later.version').as('last'))
          .whereRef('later.scope', '=', 'settings.scope')
          .whereRef('later.name', '=', 'settings.name'),
      ),
    )
    .execute();
  return new Map(rows.map((row) => [row.name, row]));
}

type Standing = Awaited<ReturnType<typeof readCurrentSettings>>;

/** Parses a stored setting. Throws an Error if the setting is missing or does not match the current schema. */
export function parseStoredSetting<Name extends SettingName>(
  name: Name,
  row: Pick<DatabaseRow<'settings'>, 'value' | 'version'> | undefined,
): SettingValue<Name> {
  if (!row) throw new Error(`The setting “${name}” is missing from the database.`);
  const { data, error } = settingDefinitions[name].schema.safeParse(JSON.parse(row.value));
  if (error) {
    throw new Error(`Version ${row.version} of the setting “${name}” is not valid: ${error}`);
  }
  return data as SettingValue<Name>;
}

/** Returns the current settings of a cohort, or undefined if the cohort does not exist. */
export async function readCurrentCohortSettings(db: Db, cohortId: string) {
  const rows = await readCurrentSettings(db, cohortId);
  return rows.size === 0 ? undefined : parseCohortSettings(rows);
}

export function parseCohortSettings(rows: Standing) {
  const read = <Name extends SettingName>(name: Name) => parseStoredSetting(name, rows.get(name));
  return {
    choices: read('choices'),
    categories: read('categories'),
    kinds: read('kinds'),
    deadlines: read('deadlines'),
    reminders: read('reminders'),
    scheme: read('scheme'),
    groups: read('groups'),
    outcomes: read('outcomes'),
  };
}

export async function readDepartmentSettings(db: Db) {
  const rows = await readCurrentSettings(db, 'department');
  const read = <Name extends SettingName>(name: Name) =>
    deepFreeze(parseStoredSetting(name, rows.get(name)));
  return {
    department: read('department'),
    modules: read('modules'),
    home: read('home'),
    faq: read('faq'),
    help: read('help'),
    courses: read('courses'),
    developers: read('developers'),
    emails: read('emails'),
  };
}

/** Settings of the department on which the content of a cohort depends. */
export type CohortContext = { timeZone: string; modules: Modules };

/** Returns the rows of all cohorts, newest first. */
export const listCohortRows = (db: Db): Promise<DatabaseRow<'cohorts'>[]> =>
  db
    .selectFrom('cohorts')
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('code_key', 'desc')
    .execute();

/** Reads the settings of the cohorts. Reuses cohorts from `known` whose version has not changed. */
export async function readCohorts(
  db: Db,
  context: CohortContext,
  rows: readonly DatabaseRow<'cohorts'>[],
  known: readonly CohortContent[] = [],
): Promise<CohortContent[]> {
  return Promise.all(
    rows.map(async (row) => {
      const same = known.find(({ _id, version }) => _id === row.id && version === row.version);
      return same ?? contentOf(row, await readCurrentSettings(db, row.id), context);
    }),
  );
}

export async function readCohort(
  db: Db,
  context: CohortContext,
  id: string,
): Promise<CohortContent> {
  const [row, settings] = await Promise.all([
    db.selectFrom('cohorts').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
    readCurrentSettings(db, id),
  ]);
  return contentOf(row, settings, context);
}

function contentOf(
  row: DatabaseRow<'cohorts'>,
  rows: Standing,
  { timeZone, modules }: CohortContext,
): CohortContent {
  const read = <Name extends SettingName>(name: Name) => parseStoredSetting(name, rows.get(name));
  const choices = read('choices');
  const kinds = listCohortKinds(read('kinds')).filter(({ kind }) => isKindInUse(modules, kind));
  return deepFreeze({
    _id: row.id,
    name: row.name,
    code: row.code,
    isCurrent: row.is_current === 1,
    takesProposals: row.closed_at === null && (row.is_current === 1 || row.takes_proposals === 1),
    closedAt: row.closed_at,
    version: row.version,
    programs: choices.programs,
    choices,
    categories: read('categories'),
    deadlines: toDeadlines(read('deadlines'), timeZone, kinds).map((deadline) => ({
      ...deadline,
      documents: deadline.documents.filter((kind) => isKindInUse(modules, kind)),
    })),
    kinds,
    reminders: read('reminders'),
    scheme: read('scheme'),
    rules: omitUnusedQuestions(read('groups'), modules),
    outcomes: read('outcomes'),
  });
}

/** Converts the setting. `kinds` are those of the cohort; without them, added kinds count once per group. */
export function toDeadlines(
  deadlines: DeadlineSettings,
  timeZone: string,
  kinds: readonly CohortKind[] = [],
): Deadline[] {
  const memberKinds = kinds.flatMap(({ kind, isAdded, isPerMember }) =>
    isAdded && isPerMember ? [kind] : [],
  );
  return deadlines.map(({ id, title, due, documents, programs, graceHours }) => {
    if (id === undefined) throw new Error(`The deadline “${title}” has no id.`);
    const instant = parseWallClock(due, timeZone);
    if (!instant) throw new Error(`The deadline “${title}” has an invalid date: ${due}.`);
    const perMember = memberKinds.filter((kind) => documents?.includes(kind));
    return {
      _id: id,
      title,
      due: instant,
      documents: documents ?? [],
      ...(perMember.length > 0 && { memberKinds: perMember }),
      programs: programs ?? null,
      graceHours: graceHours ?? null,
    };
  });
}
