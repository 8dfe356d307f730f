import type { LocalDeadlines } from '#contract/department.ts';
import type { KeptDate } from '#contract/settings.ts';
import { parseStored, toInstants } from '#server/content/read-settings.ts';
import type { Db, Row } from '#server/db/tables.ts';
import type { Caller } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';
import { moveOwnDates } from '#server/submissions/move-own-dates.ts';

type Saved = {
  standing: Pick<Row<'settings'>, 'scope' | 'name' | 'value' | 'version'>;
  value: unknown;
  keepEarlier?: readonly KeptDate[] | undefined;
};

/** Updates the groups' individual dates after deadlines were saved. A no-op for other settings. */
export async function moveDeadlines(
  trx: Db,
  services: Services,
  caller: Caller,
  { standing: stored, value, keepEarlier = [] }: Saved,
  now: Date,
): Promise<void> {
  if (stored.name !== 'deadlines') return;
  const { timeZone } = services.content;
  const before = toInstants(parseStored('deadlines', stored), timeZone);
  const after = toInstants(value as LocalDeadlines, timeZone);
  const move = { cohortId: stored.scope, before, after, keepEarlier };
  await moveOwnDates(trx, services, caller, move, now);
}
