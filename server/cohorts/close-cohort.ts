import { Problem } from '#contract/problem.ts';
import { recordEntry } from '#server/audit/record-entry.ts';
import { readCohort } from '#server/content/read-settings.ts';
import { writeCohort } from '#server/content/write-settings.ts';
import { followReopened } from '#server/groups/claims/follow-email.ts';
import { closeMembers } from '#server/groups/close-members.ts';
import { cohortClosed } from '#server/groups/require-open.ts';
import type { Caller } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';
import { writeAs } from '#server/session/write-as.ts';
import { aboutCohort, lockCohort } from './lock-cohort.ts';

/** Waits for saves under way. Throws `not-found`, `stale-version`, `cohort-closed`, `invalid` for the current one. */
export async function closeCohort(
  services: Services,
  caller: Caller,
  cohortId: string,
  version: number,
) {
  const { content, clock } = services;
  const now = clock();
  const cohort = await writeAs(services, caller, async (trx) => {
    const before = await lockCohort(trx, cohortId, version);
    if (before.closed_at) throw cohortClosed(before.name);
    if (before.is_current === 1) {
      const message = `${before.name} is the current cohort. Make another one current first.`;
      throw new Problem('invalid', message);
    }
    await writeCohort(trx, cohortId, { closed_at: now.toISOString() });
    await closeMembers(trx, cohortId, now.toISOString());
    const subject = aboutCohort(before);
    await recordEntry(trx, { action: 'cohort-closed', by: caller, subject }, now);
    return readCohort(trx, content.timeZone, cohortId);
  });
  await content.refresh();
  return { message: `${cohort.name} is closed.`, cohort };
}

/** Throws `not-found`, `stale-version`, `already-in-group`. */
export async function reopenCohort(
  services: Services,
  caller: Caller,
  cohortId: string,
  version: number,
) {
  const { content, clock } = services;
  const cohort = await writeAs(services, caller, async (trx) => {
    const before = await lockCohort(trx, cohortId, version);
    if (before.closed_at) {
      await writeCohort(trx, cohortId, { closed_at: null });
      await followReopened(trx, cohortId, caller, clock());
      await closeMembers(trx, cohortId, null);
      const subject = aboutCohort(before);
      await recordEntry(trx, { action: 'cohort-reopened', by: caller, subject }, clock());
    }
    return readCohort(trx, content.timeZone, cohortId);
  });
  await content.refresh();
  return { message: `${cohort.name} is open again.`, cohort };
}
