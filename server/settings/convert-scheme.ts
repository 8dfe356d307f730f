import type { z } from 'zod';
import type { convertScheme as endpoint } from '#contract/settings.ts';
import { parseSetting } from '#server/content/check-setting.ts';
import { getCohort } from '#server/content/get-cohort.ts';
import { parseStored } from '#server/content/read-settings.ts';
import { lockGroups } from '#server/db/lock-rows.ts';
import type { Db } from '#server/db/tables.ts';
import type { Caller } from '#server/http/serve.ts';
import { convertMarks } from '#server/marks/convert-marks.ts';
import type { Services } from '#server/services.ts';
import { previewAs, writeAs } from '#server/session/write-as.ts';
import { getVersion } from './get-setting.ts';
import { requireFresh } from './save-setting.ts';
import { lockScope } from './scope.ts';
import { requireLinksFit, requireMarksFit } from './standing-checks.ts';
import { writeSetting } from './write-setting.ts';

/**
 * Saves of marks wait meanwhile. Emails nobody: the coordinator says why. Throws `not-found`, `invalid`, `stale-version`,
 * `cohort-closed`.
 */
export async function convertScheme(
  services: Services,
  caller: Caller,
  code: string | undefined,
  { version, value, conversion, dryRun }: z.output<typeof endpoint.body>,
) {
  const { content, clock } = services;
  const { _id: scope } = getCohort(content, code);
  const run = dryRun ? previewAs : writeAs;
  const marks = await run(services, caller, async (trx) => {
    const now = clock();
    // Groups first, as whoever saves marks does.
    await lockGroupsOf(trx, scope);
    await lockScope(trx, scope);
    const standing = await getVersion(trx, scope, 'scheme');
    requireFresh(standing, version, services.config.timeZone);
    const before = parseStored('scheme', standing);
    const scheme = parseSetting('scheme', value, content.timeZone, undefined);
    await requireLinksFit(trx, scope, 'scheme', scheme);
    const converted = { before, after: scheme, conversion };
    const changed = await convertMarks(trx, scope, converted, caller, now);
    await requireMarksFit(trx, scope, 'scheme', scheme);
    const count = changed.length === 1 ? '1 mark converted' : `${changed.length} marks converted`;
    await writeSetting(trx, services, caller, standing, scheme, count, now);
    return changed;
  });
  if (dryRun) return { message: 'Nothing was changed yet.', isSaved: false, marks };
  await content.refresh();
  return { message: 'The marking scheme is saved.', isSaved: true, marks };
}

/** By id, so that two conversions cannot wait for one another. */
async function lockGroupsOf(db: Db, cohortId: string): Promise<void> {
  const groups = await db
    .selectFrom('groups')
    .select('id')
    .where('cohort_id', '=', cohortId)
    .orderBy('id')
    .execute();
  for (const { id } of groups) await lockGroups(db).where('id', '=', id).execute();
}
