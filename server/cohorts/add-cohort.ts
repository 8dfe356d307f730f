import type { z } from 'zod';
import type { addCohort as endpoint } from '#contract/cohorts.ts';
import { Problem } from '#contract/problem.ts';
import { keepDeadlineLinks } from '#contract/rules/scheme.ts';
import { recordEntry } from '#server/audit/record-entry.ts';
import { parseSetting } from '#server/content/check-setting.ts';
import { readCohort, readCurrentValues } from '#server/content/read-settings.ts';
import {
  addFirstVersions,
  clearCurrentCohort,
  insertCohort,
} from '#server/content/write-settings.ts';
import { isDuplicate } from '#server/db/connect.ts';
import type { Db } from '#server/db/tables.ts';
import { refuseTakenName, requireNameKey } from '#server/db/unique-names.ts';
import type { Caller } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';
import { writeAs } from '#server/session/write-as.ts';
import { toCohortSubject } from './lock-cohort.ts';

/**
 * Creates a cohort with new deadlines and the other settings of `from`. Throws `not-found`, `invalid`, `name-taken`.
 */
export async function addCohort(
  services: Services,
  caller: Caller,
  { name, code, from, deadlines, makeCurrent }: z.output<typeof endpoint.body>,
) {
  const { content, clock } = services;
  const now = clock();
  requireNameKey(name, 'name');
  const write = async (trx: Db) => {
    const values = await readCurrentValues(trx, from);
    if (!values) throw new Problem('not-found', 'The cohort to start from does not exist.');
    const dates = parseSetting('deadlines', deadlines, content.timeZone, values.choices);
    if (makeCurrent) await clearCurrentCohort(trx);
    const id = await insert(trx, { name, code, isCurrent: makeCurrent }, now);
    const scheme = keepDeadlineLinks(
      values.scheme,
      dates.flatMap((deadline) => deadline.id ?? []),
    );
    const first = { ...values, scheme, deadlines: dates };
    await addFirstVersions(trx, id, first, caller, now);
    const detail = makeCurrent ? 'as the current one' : '';
    const subject = toCohortSubject({ id, name });
    await recordEntry(trx, { action: 'cohort-opened', by: caller, subject, detail }, now);
    return readCohort(trx, content.timeZone, id);
  };
  const cohort = await refuseTakenName(services.db, 'cohorts', { name, field: 'name' }, () =>
    writeAs(services, caller, write),
  );
  await content.refresh();
  return { message: `${name} is open.`, cohort };
}

async function insert(
  db: Db,
  cohort: { name: string; code: string; isCurrent: boolean },
  now: Date,
): Promise<string> {
  try {
    return await insertCohort(db, cohort, now);
  } catch (error) {
    if (!isDuplicate(error, 'cohorts', 'code_key')) throw error;
    const message = `Another cohort has the code “${cohort.code}”. Choose another.`;
    throw new Problem('name-taken', message, { fields: { code: message } });
  }
}
