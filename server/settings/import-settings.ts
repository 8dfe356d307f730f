import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import type { Scheme } from '#contract/rules/scheme.ts';
import type { AffectedMilestone } from '#contract/rules/scheme-change.ts';
import { type importSettings as endpoint, type SettingName, settings } from '#contract/settings.ts';
import { getCohort } from '#server/content/get-cohort.ts';
import {
  encodePicturesIn,
  type FileName,
  fileNames,
  parseContent,
} from '#server/content/load-content.ts';
import { parseStored, standingSettings } from '#server/content/read-settings.ts';
import { asSource, type Source } from '#server/content/read-yaml.ts';
import { type SettingValues, settingsOfFiles } from '#server/content/settings-of-files.ts';
import type { Db, Row } from '#server/db/tables.ts';
import type { Caller } from '#server/http/serve.ts';
import { convertMarks, formatConversions } from '#server/marks/convert-marks.ts';
import type { Services } from '#server/services.ts';
import { writeAs } from '#server/session/write-as.ts';
import { lockGroupsOf } from './convert-scheme.ts';
import { lockScope, scopeOf } from './scope.ts';
import { affectedBy, listsOf, requireCardsFit, requireLinksFit } from './standing-checks.ts';
import { writeSetting } from './write-setting.ts';

type Import = z.output<typeof endpoint.body>;

/** All files or none. Errors are returned by file and line. Throws `not-found`, `invalid`, `cohort-closed`, `marks-affected`. */
export async function importSettings(
  services: Services,
  caller: Caller,
  code: string | undefined,
  { files, conversion, dryRun }: Import,
) {
  const { content, clock } = services;
  const cohort = getCohort(content, code);
  const convert = (trx: Db, standing: Row<'settings'>, after: Scheme) => {
    const change = { before: parseStored('scheme', standing), after, conversion: conversion ?? {} };
    return convertMarks(trx, services, caller, cohort._id, change);
  };
  const sources = sourcesOf(files);
  const pictures = await encodePicturesIn(sources, content);
  return writeAs(services, caller, async (trx) => {
    // A conversion writes marks, so it takes the locks of a save of marks first.
    if (!dryRun && conversion) await lockGroupsOf(trx, cohort._id);
    if (!dryRun) await lockScope(trx, cohort._id);
    const lists = await listsOf(trx, cohort._id);
    const deadlines = parseStored(
      'deadlines',
      (await standingSettings(trx, cohort._id)).get('deadlines'),
    );
    const standing = { ...(lists && { department: lists }), deadlines };
    const parsed = parseContent(sources, content.timeZone, standing, pictures);
    const values = settingsOfFiles(parsed.values);
    const errors = [...unknownFiles(files), ...parsed.errors];
    if (errors.length > 0) {
      return { message: 'Nothing was changed.', errors, changed: [], affected: [], isSaved: false };
    }
    const changes = await changesOf(trx, services, code, values);
    const affected: AffectedMilestone[] = [];
    for (const { standing, value } of changes) {
      // Cards that come with the lists, and a scheme with the deadlines, have been checked against them already.
      const { scope, name } = standing;
      if (!values.categories) await requireCardsFit(trx, scope, name, value);
      if (!values.scheme) await requireLinksFit(trx, scope, name, value);
      if (name === 'scheme') affected.push(...(await affectedBy(trx, standing, value as Scheme)));
      if (dryRun) continue;
      const conversions = name === 'scheme' ? await convert(trx, standing, value as Scheme) : [];
      const detail = ['from a file', formatConversions(conversions)].filter(Boolean).join(': ');
      await writeSetting(trx, services, caller, standing, value, detail, clock());
    }
    const changed = changes.map(({ standing }) => standing.name);
    const isSaved = !dryRun && changed.length > 0;
    return { message: messageOf(changed, dryRun), errors, changed, affected, isSaved };
  }).finally(() => {
    services.mail.wake();
    return content.refresh();
  });
}

function messageOf(changed: readonly SettingName[], dryRun: boolean): string {
  if (changed.length === 0) return 'The files say what stands already.';
  const names = changed.map((name) => settings[name].label).join(', ');
  return dryRun ? `This changes: ${names}.` : `Changed: ${names}.`;
}

type Files = Import['files'];

function unknownFiles(files: Files): string[] {
  const known = fileNames.map((name) => `${name}.yaml`);
  return Object.keys(files)
    .filter((name) => !known.includes(name))
    .map((name) => `${name}:1 is not a file of the portal. There are: ${known.join(', ')}.`);
}

function sourcesOf(files: Files): Partial<Record<FileName, Source>> {
  const sources = fileNames.flatMap((name) => {
    const text = files[`${name}.yaml`];
    return text === undefined ? [] : [[name, asSource(`${name}.yaml`, text)]];
  });
  return Object.fromEntries(sources);
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
