import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import { type importSettings as endpoint, type SettingName, settings } from '#contract/settings.ts';
import { getCohort } from '#server/content/get-cohort.ts';
import { fileNames, parseContent } from '#server/content/load-content.ts';
import { parseStored, standingSettings } from '#server/content/read-settings.ts';
import { asSource } from '#server/content/read-yaml.ts';
import { type SettingValues, settingsOfFiles } from '#server/content/settings-of-files.ts';
import type { Db, Row } from '#server/db/tables.ts';
import type { Caller } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';
import { writeAs } from '#server/session/write-as.ts';
import { lockScope, scopeOf } from './scope.ts';
import { listsOf, requireCardsFit, requireLinksFit, requireMarksFit } from './standing-checks.ts';
import { writeSetting } from './write-setting.ts';

type Import = z.output<typeof endpoint.body>;

/** All files or none. Errors are returned by file and line. Throws `not-found`, `invalid`, `cohort-closed`. */
export async function importSettings(
  services: Services,
  caller: Caller,
  code: string | undefined,
  { files, dryRun }: Import,
) {
  const { content } = services;
  const cohort = getCohort(content, code);
  return writeAs(services, caller, async (trx) => {
    if (!dryRun) await lockScope(trx, cohort._id);
    const lists = await listsOf(trx, cohort._id);
    const deadlines = parseStored(
      'deadlines',
      (await standingSettings(trx, cohort._id)).get('deadlines'),
    );
    const standing = { ...(lists && { department: lists }), deadlines };
    const { values, errors } = readFiles(files, content.timeZone, standing);
    if (errors.length > 0) {
      return { message: 'Nothing was changed.', errors, changed: [], isSaved: false };
    }
    const changes = await changesOf(trx, services, code, values);
    for (const { standing, value } of changes) {
      // Cards that come with the lists, and a scheme with the deadlines, have been checked against them already.
      const { scope, name } = standing;
      if (!values.categories) await requireCardsFit(trx, scope, name, value);
      if (!values.scheme) await requireLinksFit(trx, scope, name, value);
      await requireMarksFit(trx, scope, name, value);
      if (dryRun) continue;
      await writeSetting(trx, services, caller, standing, value, 'from a file', services.clock());
    }
    const changed = changes.map(({ standing }) => standing.name);
    const isSaved = !dryRun && changed.length > 0;
    return { message: messageOf(changed, dryRun), errors, changed, isSaved };
  }).finally(() => content.refresh());
}

function messageOf(changed: readonly SettingName[], dryRun: boolean): string {
  if (changed.length === 0) return 'The files say what stands already.';
  const names = changed.map((name) => settings[name].label).join(', ');
  return dryRun ? `This changes: ${names}.` : `Changed: ${names}.`;
}

function readFiles(
  files: Readonly<Record<string, string>>,
  timeZone: string,
  standing: Parameters<typeof parseContent>[2],
) {
  const known = fileNames.map((name) => `${name}.yaml`);
  const unknown = Object.keys(files)
    .filter((name) => !known.includes(name))
    .map((name) => `${name}:1 is not a file of the portal. There are: ${known.join(', ')}.`);
  const sources = fileNames.flatMap((name) => {
    const text = files[`${name}.yaml`];
    return text === undefined ? [] : [[name, asSource(`${name}.yaml`, text)]];
  });
  const parsed = parseContent(Object.fromEntries(sources), timeZone, standing);
  return { values: settingsOfFiles(parsed.values), errors: [...unknown, ...parsed.errors] };
}

type SettingChange = { standing: Row<'settings'>; value: unknown };

/** Those whose value differs from what stands. */
async function changesOf(
  db: Db,
  { content }: Services,
  code: string | undefined,
  values: Partial<SettingValues>,
): Promise<SettingChange[]> {
  const changes: SettingChange[] = [];
  for (const [key, value] of Object.entries(values)) {
    const name = key as SettingName;
    const standing = (await standingSettings(db, scopeOf(content, name, code))).get(name);
    if (!standing || isDeepStrictEqual(JSON.parse(standing.value), plain(value))) continue;
    changes.push({ standing, value });
  }
  return changes;
}

/** As it would be stored. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
