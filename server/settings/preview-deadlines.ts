import { parseSetting } from '#server/content/check-setting.ts';
import { getCohort } from '#server/content/get-cohort.ts';
import { parseStoredSetting, toInstants } from '#server/content/read-settings.ts';
import type { Caller } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';
import { previewAs } from '#server/session/write-as.ts';
import { findIndividualDates, isEarlier, toEarlierDate } from '#server/submissions/own-dates.ts';
import { getLists } from './consistency-checks.ts';
import { getVersion } from './get-setting.ts';

/** Returns the groups whose individual date is earlier than the new deadline. */
export async function previewDeadlines(
  services: Services,
  caller: Caller,
  code: string | undefined,
  value: unknown,
) {
  const { content } = services;
  const { timeZone } = content;
  const { _id: scope } = getCohort(content, code);
  const dates = await previewAs(services, caller, async ({ trx }) => {
    const stored = parseStoredSetting('deadlines', await getVersion(trx, scope, 'deadlines'));
    const parsed = parseSetting('deadlines', value, timeZone, await getLists(trx, scope));
    const before = toInstants(stored, timeZone);
    return findIndividualDates(trx, scope, before, toInstants(parsed, timeZone));
  });
  return { groups: dates.filter(isEarlier).map(toEarlierDate) };
}
