import type { LocalDeadlines } from '#contract/department.ts';
import type { KeptDate } from '#contract/settings.ts';
import { parseStoredSetting, toInstants } from '#server/content/read-settings.ts';
import type { Row } from '#server/db/tables.ts';
import type { WriteContext } from '#server/db/write-context.ts';
import { moveIndividualDates } from '#server/submissions/move-own-dates.ts';

type Saved = {
  standing: Pick<Row<'settings'>, 'scope' | 'name' | 'value' | 'version'>;
  value: unknown;
  keepEarlier?: readonly KeptDate[] | undefined;
};

/** Updates the individual dates of groups when deadlines are saved. A no-op for other settings. */
export async function moveDeadlines(
  context: WriteContext,
  { standing: stored, value, keepEarlier = [] }: Saved,
): Promise<void> {
  const { services } = context;
  if (stored.name !== 'deadlines') return;
  const { timeZone } = services.content;
  const before = toInstants(parseStoredSetting('deadlines', stored), timeZone);
  const after = toInstants(value as LocalDeadlines, timeZone);
  const move = { cohortId: stored.scope, before, after, keepEarlier };
  await moveIndividualDates(context, move);
}
