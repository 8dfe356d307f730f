import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import { Problem } from '#contract/problem.ts';
import type { MarkingScheme } from '#contract/rules/scheme.ts';
import type { AffectedMilestone } from '#contract/rules/scheme-change.ts';
import {
  type importSettings as endpoint,
  type SettingName,
  settingDefinitions,
} from '#contract/settings/settings.ts';
import { requireKnownPlaceholders } from '#server/content/check-placeholders.ts';
import { addNewDeadlineIds } from '#server/content/deadline-ids.ts';
import {
  type ContentFileName,
  contentFileNames,
  encodePicturesOfFiles,
} from '#server/content/files/load-content.ts';
import { parseInWorker } from '#server/content/files/parse-in-worker.ts';
import { toYamlSource, type YamlSource } from '#server/content/files/read-yaml.ts';
import { filesToSettings } from '#server/content/files/settings-files.ts';
import { getCohort } from '#server/content/get-cohort.ts';
import {
  type EncodedPictures,
  emptyEncodedPictures,
  type RunWork,
} from '#server/content/pictures/pictures.ts';
import { parseStoredSetting, readCurrentSettings } from '#server/content/read-settings.ts';
import { previewRuleValues } from '#server/content/rule-values.ts';
import type { Db } from '#server/db/tables.ts';
import type { WriteContext } from '#server/db/write-context.ts';
import type { Caller } from '#server/http/serve.ts';
import { convertMarks, formatConversions } from '#server/marks/conversion/convert-marks.ts';
import type { Services } from '#server/services.ts';
import { writeAs } from '#server/session/write-as.ts';
import {
  buildDryRunFingerprint,
  type ComparedSetting,
  compareWithStoredSettings,
  findSettingChanges,
  requireNoStaleSettings,
  type SettingChange,
  toSettingDifference,
} from './compare-files.ts';
import { findAffectedMilestones, findCohortProposalChoices } from './consistency-checks.ts';
import { requireCollectedKinds, requireKindsKept } from './kind-checks.ts';
import { updateIndividualDueDates } from './move-deadlines.ts';
import { requireNoEntriesInUse } from './references/require-no-entries-in-use.ts';
import { requireNoReusedIds } from './removed-ids.ts';
import { lockCohortGroups, lockSettingScope, requireCohortCode } from './scope.ts';
import { writeSetting } from './write-setting.ts';

type Import = z.output<typeof endpoint.body>;

/**
 * Saves all files or none. Requires a dry run that showed the same differences. Returns errors with file name and line.
 * Throws `not-found`, `invalid`, `stale-version`, `cohort-closed` or `marks-affected`.
 */
export async function importSettings(
  services: Services,
  caller: Caller,
  code: string | undefined,
  { files, conversion, dryRun, isAgainstToday, checked }: Import,
  run: RunWork,
) {
  const { content, config } = services;
  const { _id: scope } = getCohort(content, code);
  const sources = sourcesOf(files);
  const stored = await readReferencedSettings(services.db, scope);
  // Parse before the transaction, so that other writes do not wait for the parser.
  const parsed = await run(() => parseFiles(sources, stored, content));
  return writeAs(services, caller, async (context) => {
    const { trx } = context;
    // Lock the groups before the settings to prevent a deadlock, because saving marks also locks a group first.
    if (!dryRun && conversion) await lockCohortGroups(trx, scope);
    if (!dryRun) {
      await lockSettingScope(trx, scope);
      await lockSettingScope(trx, 'department');
    }
    if (!isDeepStrictEqual(await readReferencedSettings(trx, scope), stored)) {
      throw new Problem(
        'stale-version',
        'The settings were changed in the meantime. Check the files again.',
      );
    }
    const errors = [...unknownFiles(files), ...parsed.errors];
    if (errors.length > 0) return { ...nothing, message: 'Nothing was changed.', errors };
    if (!dryRun && Object.keys(parsed.values).some(isOfCohort)) requireCohortCode(code);
    const compared = await compareWithStoredSettings(trx, services, code, parsed.values);
    const changes = await findSettingChanges(trx, compared, files);
    if (changes.length === 0)
      return { ...nothing, message: 'The files match the current settings.' };
    if (!isAgainstToday) {
      const stale = changes.filter(({ basis }) => basis === 'stale');
      const next = 'Compare your files with the current settings, or download them again.';
      requireNoStaleSettings(stale, 'these files were downloaded', next, config.timeZone);
    }
    const affected: AffectedMilestone[] = [];
    await requireNoEntriesInUse(trx, scope, changes);
    const ruleValues = previewRuleValues(services, scope, parsed.values);
    for (const { standing: stored, value } of changes) {
      requireKnownPlaceholders(stored.name, value, ruleValues);
      await requireNoReusedIds(trx, stored, value);
      if (!parsed.values.deadlines)
        await requireCollectedKinds(trx, stored.scope, stored.name, value);
      await requireKindsKept(trx, config.sizeLimits, stored, value);
      if (stored.name === 'scheme')
        affected.push(...(await findAffectedMilestones(trx, stored, value as MarkingScheme)));
    }
    if (!dryRun) {
      requireChecked(compared, checked, config.timeZone);
      await writeAll(context, changes, conversion);
    }
    return {
      message: messageOf(changes, dryRun),
      errors,
      changed: changes.map(({ standing: stored }) => stored.name),
      differences: changes.map(toSettingDifference),
      affected,
      checked: buildDryRunFingerprint(compared),
      isSaved: !dryRun,
    };
  }).finally(() => {
    services.mail.wake();
    return content.refresh();
  });
}

const isOfCohort = (name: string) => settingDefinitions[name as SettingName].scope === 'cohort';

const nothing = { errors: [], changed: [], differences: [], affected: [], isSaved: false };

/** Throws if settings or files have changed since the dry run. The caller must hold the lock on the settings. */
function requireChecked(
  compared: readonly ComparedSetting[],
  checked: Import['checked'],
  timeZone: string,
): void {
  const next = 'Check the files again.';
  if (!checked) {
    const message = `Nothing was changed. ${next} The reply shows every difference, and what to send back to apply them.`;
    throw new Problem('invalid', message, { fields: { checked: message } });
  }
  const moved = compared.filter(
    ({ standing: { name, version } }) => version !== (checked.versions[name] ?? version),
  );
  requireNoStaleSettings(moved, 'the files were checked', next, timeZone);
  if (checked.digest === buildDryRunFingerprint(compared).digest) return;
  throw new Problem(
    'stale-version',
    `Nothing was changed: the differences are not those that were shown. ${next}`,
  );
}

async function writeAll(
  context: WriteContext,
  changes: readonly SettingChange[],
  conversion: Import['conversion'] = {},
) {
  for (const { standing: stored, value, basis } of changes) {
    const origin =
      basis === 'stale' ? `from a file, over version ${stored.version}` : 'from a file';
    const conversions =
      stored.name === 'scheme'
        ? await convertMarks(context, stored.scope, {
            before: parseStoredSetting('scheme', stored),
            after: value as MarkingScheme,
            conversion,
          })
        : [];
    const detail = [origin, formatConversions(conversions)].filter(Boolean).join(': ');
    const written = addNewDeadlineIds(stored.name, value);
    await writeSetting(context, stored, written, detail);
    await updateIndividualDueDates(context, { standing: stored, value: written });
  }
}

function messageOf(changes: readonly SettingChange[], dryRun: boolean): string {
  const names = changes
    .map(({ standing: stored }) => settingDefinitions[stored.name].label)
    .join(', ');
  return dryRun ? `This changes: ${names}.` : `Changed: ${names}.`;
}

type Files = Import['files'];

function unknownFiles(files: Files): string[] {
  const known = contentFileNames.map((name) => `${name}.yaml`);
  return Object.keys(files)
    .filter((name) => !known.includes(name))
    .map((name) => `${name}:1 is not a file of the portal. There are: ${known.join(', ')}.`);
}

function sourcesOf(files: Files): Partial<Record<ContentFileName, YamlSource>> {
  const sources = contentFileNames.flatMap((name) => {
    const text = files[`${name}.yaml`];
    return text === undefined ? [] : [[name, toYamlSource(`${name}.yaml`, text)]];
  });
  return Object.fromEntries(sources);
}

/** Reads the stored settings against which uploaded files are checked, if they are not uploaded, too. */
async function readReferencedSettings(db: Db, scope: string) {
  const lists = await findCohortProposalChoices(db, scope);
  const rows = await readCurrentSettings(db, scope);
  const deadlines = parseStoredSetting('deadlines', rows.get('deadlines'));
  const kinds = parseStoredSetting('kinds', rows.get('kinds'));
  const scheme = parseStoredSetting('scheme', rows.get('scheme'));
  return { ...(lists && { department: lists }), deadlines, kinds, scheme };
}

/** Parses the files and checks them against each other and against the stored settings that were not uploaded. */
async function parseFiles(
  sources: Partial<Record<ContentFileName, YamlSource>>,
  stored: Awaited<ReturnType<typeof readReferencedSettings>>,
  content: Services['content'],
) {
  const { timeZone } = content;
  const parse = (pictures: EncodedPictures) =>
    parseInWorker({ sources, timeZone, stored, pictures });
  const first = await parse(emptyEncodedPictures);
  const pictures = await encodePicturesOfFiles(first.values, content);
  // Parse again with the pictures, because only the parser knows the line of a picture with an error.
  const parsed = pictures.size > 0 ? await parse(pictures) : first;
  return { values: filesToSettings(parsed.values, stored.deadlines), errors: parsed.errors };
}
