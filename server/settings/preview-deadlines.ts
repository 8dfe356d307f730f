import { parseSetting } from '#server/content/check-setting.ts';
import { getCohort } from '#server/content/get-cohort.ts';
import { parseStoredSetting, toDeadlines } from '#server/content/read-settings.ts';
import type { Caller } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';
import { previewAs } from '#server/session/write-as.ts';
import {
  findIndividualDueDates,
  isEarlierThanCommonDate,
  toEarlierDueDate,
} from '#server/submissions/own-dates.ts';
import { findCohortProposalChoices } from './consistency-checks.ts';
import { getSettingVersion } from './get-setting.ts';

/** Returns the groups whose individual due date would be earlier than the new common due date. */
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
    const stored = parseStoredSetting(
      'deadlines',
      await getSettingVersion(trx, scope, 'deadlines'),
    );
    const parsed = parseSetting(
      'deadlines',
      value,
      timeZone,
      await findCohortProposalChoices(trx, scope),
    );
    const before = toDeadlines(stored, timeZone);
    return findIndividualDueDates(trx, scope, before, toDeadlines(parsed, timeZone));
  });
  return { groups: dates.filter(isEarlierThanCommonDate).map(toEarlierDueDate) };
}
