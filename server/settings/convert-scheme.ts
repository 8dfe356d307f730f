import type { z } from 'zod';
import type { convertScheme as endpoint } from '#contract/settings/settings.ts';
import { parseSetting } from '#server/content/check-setting.ts';
import { getCohort } from '#server/content/get-cohort.ts';
import { parseStoredSetting } from '#server/content/read-settings.ts';
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
import { treatRemovedEntries } from './references/treat-removed-entries.ts';
import { formatDecisions, writeFollowers } from './references/write-followers.ts';
import { requireNoReusedIds } from './removed-ids.ts';
import { formatRestoredVersion, requireCurrentVersion } from './save-setting.ts';
import { lockCohortGroups, lockSettingScope, requireCohortCode } from './scope.ts';
import { writeSetting } from './write-setting.ts';

/**
 * Saves a marking scheme and converts the affected marks. A dry run only returns the old and new marks. Throws
 * `not-found`, `invalid`, `stale-version`, `cohort-closed`, `entries-in-use` or `marks-affected`.
 */
export async function convertScheme(
  services: Services,
  caller: Caller,
  code: string | undefined,
  { version, value, conversion, restored, removed = [], dryRun }: z.output<typeof endpoint.body>,
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
    const treated = await treatRemovedEntries(trx, stored, value, removed);
    const scheme = parseSetting('scheme', treated.value, content.timeZone, undefined);
    await requireNoReusedIds(trx, stored, scheme);
    await requireExistingDeadlines(trx, scope, scheme);
    const change = { before, after: scheme, conversion };
    const conversions = await convertMarks(context, scope, change);
    const details = [
      formatRestoredVersion(restored),
      formatDecisions(treated.decisions),
      formatConversions(conversions),
    ];
    const detail = details.filter(Boolean).join(': ');
    await writeSetting(context, stored, scheme, detail);
    await writeFollowers(context, stored, treated);
    return conversions.map(toConvertedMark);
  });
  if (dryRun) return { message: 'Nothing was changed yet.', isSaved: false, marks };
  services.mail.wake();
  await content.refresh();
  return { message: 'Marking scheme saved', isSaved: true, marks };
}
