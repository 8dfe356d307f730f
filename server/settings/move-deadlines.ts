import type { DeadlineSettings } from '#contract/settings/department.ts';
import type { KeptEarlierDueDate } from '#contract/settings/settings.ts';
import { parseStoredSetting, toDeadlines } from '#server/content/read-settings.ts';
import type { DatabaseRow } from '#server/db/tables.ts';
import type { WriteContext } from '#server/db/write-context.ts';
import { reconcileIndividualDueDates } from '#server/submissions/move-own-dates.ts';

type Saved = {
  standing: Pick<DatabaseRow<'settings'>, 'scope' | 'name' | 'value' | 'version'>;
  value: unknown;
  keepEarlier?: readonly KeptEarlierDueDate[] | undefined;
};

/** Recalculates groups' individual due dates after `deadlines` was saved. Does nothing for other settings. */
export async function updateIndividualDueDates(
  context: WriteContext,
  { standing: stored, value, keepEarlier = [] }: Saved,
): Promise<void> {
  const { services } = context;
  if (stored.name !== 'deadlines') return;
  const { timeZone } = services.content;
  const before = toDeadlines(parseStoredSetting('deadlines', stored), timeZone);
  const after = toDeadlines(value as DeadlineSettings, timeZone);
  const move = { cohortId: stored.scope, before, after, keepEarlier };
  await reconcileIndividualDueDates(context, move);
}
