import type { z } from 'zod';
import type { convertScheme as endpoint } from '#contract/settings/settings.ts';
import { parseSetting } from '#server/content/check-setting.ts';
import { getCohort } from '#server/content/get-cohort.ts';
import { parseStoredSetting } from '#server/content/read-settings.ts';
import { lockGroups } from '#server/db/lock-rows.ts';
import type { Db } from '#server/db/tables.ts';
import type { Caller } from '#server/http/serve.ts';
import {
  convertMarks,
  formatConversions,
  toConvertedMark,
} from '#server/marks/conversion/convert-marks.ts';
import type { Services } from '#server/services.ts';
import { previewAs, writeAs } from '#server/session/write-as.ts';
import { requireExistingDeadlines } from './consistency-checks.ts';
import { getSettingVersion } from './get-setting.ts';
import { requireNoReusedIds } from './removed-ids.ts';
import { formatRestoredVersion, requireCurrentVersion } from './save-setting.ts';
import { lockSettingScope, requireCohortCode } from './scope.ts';
import { writeSetting } from './write-setting.ts';

/**
 * Saves a marking scheme and converts the affected marks. A dry run only returns the old and new marks. Throws
 * `not-found`, `invalid`, `stale-version`, `cohort-closed` or `marks-affected`.
 */
export async function convertScheme(
  services: Services,
  caller: Caller,
  code: string | undefined,
  { version, value, conversion, restored, dryRun }: z.output<typeof endpoint.body>,
) {
  const { content } = services;
  requireCohortCode(code);
  const { _id: scope } = getCohort(content, code);
  const run = dryRun ? previewAs : writeAs;
  const marks = await run(services, caller, async (context) => {
    const { trx } = context;
    await lockCohortGroups(trx, scope);
    await lockSettingScope(trx, scope);
    const stored = await getSettingVersion(trx, scope, 'scheme');
    requireCurrentVersion(stored, version, services.config.timeZone);
    const before = parseStoredSetting('scheme', stored);
    const scheme = parseSetting('scheme', value, content.timeZone, undefined);
    await requireNoReusedIds(trx, stored, scheme);
    await requireExistingDeadlines(trx, scope, 'scheme', scheme);
    const change = { before, after: scheme, conversion };
    const conversions = await convertMarks(context, scope, change);
    const details = [formatRestoredVersion(restored), formatConversions(conversions)];
    const detail = details.filter(Boolean).join(': ');
    await writeSetting(context, stored, scheme, detail);
    return conversions.map(toConvertedMark);
  });
  if (dryRun) return { message: 'Nothing was changed yet.', isSaved: false, marks };
  services.mail.wake();
  await content.refresh();
  return { message: 'The marking scheme is saved.', isSaved: true, marks };
}

/** Locks a cohort's groups in id order. Call it before locking the settings, as saving marks locks a group first. */
export async function lockCohortGroups(db: Db, cohortId: string): Promise<void> {
  const groups = await db
    .selectFrom('groups')
    .select('id')
    .where('cohort_id', '=', cohortId)
    .orderBy('id')
    .execute();
  for (const { id } of groups) await lockGroups(db).where('id', '=', id).execute();
}
