import type { z } from 'zod';
import type { updateCohort as endpoint } from '#contract/cohorts.ts';
import { Problem } from '#contract/problem.ts';
import { recordEntry } from '#server/audit/record-entry.ts';
import { readCohort } from '#server/content/read-settings.ts';
import { unsetCurrent, writeCohort } from '#server/content/write-settings.ts';
import { isDuplicate } from '#server/db/connect.ts';
import type { Db } from '#server/db/tables.ts';
import { cohortClosed } from '#server/groups/require-open.ts';
import type { Caller } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';
import { writeAs } from '#server/session/write-as.ts';
import { aboutCohort, lockCohort } from './lock-cohort.ts';

/** Throws `not-found`, `stale-version`, `cohort-closed`, `name-taken`. */
export async function updateCohort(
  services: Services,
  caller: Caller,
  cohortId: string,
  { version, name, makeCurrent }: z.output<typeof endpoint.body>,
) {
  const { content, clock } = services;
  const cohort = await writeAs(services, caller, async (trx) => {
    const before = await lockCohort(trx, cohortId, version);
    if (before.closed_at) throw cohortClosed(before.name);
    const changes = [
      ...(name !== undefined && name !== before.name ? [`renamed to ${name}`] : []),
      ...(makeCurrent && before.is_current === 0 ? ['made the current one'] : []),
    ];
    if (changes.length > 0) {
      if (makeCurrent) await unsetCurrent(trx);
      await rename(trx, cohortId, { ...(name && { name }), ...(makeCurrent && { is_current: 1 }) });
      const subject = aboutCohort(before);
      const detail = changes.join(', ');
      await recordEntry(trx, { action: 'cohort-changed', by: caller, subject, detail }, clock());
    }
    return readCohort(trx, content.timeZone, cohortId);
  });
  await content.refresh();
  return { message: `${cohort.name} is saved.`, cohort };
}

async function rename(db: Db, cohortId: string, values: { name?: string; is_current?: 0 | 1 }) {
  try {
    await writeCohort(db, cohortId, values);
  } catch (error) {
    if (!isDuplicate(error, 'cohorts', 'name')) throw error;
    const message = `Another cohort has the name “${values.name}”. Choose another.`;
    throw new Problem('name-taken', message, { fields: { name: message } });
  }
}
