import type { z } from 'zod';
import { Problem } from '#contract/problem.ts';
import type { updateCohort as endpoint } from '#contract/settings/cohorts.ts';
import { recordAuditEntry } from '#server/audit/record-entry.ts';
import { readCohort } from '#server/content/read-settings.ts';
import { unmarkCurrentCohort, updateCohortRow } from '#server/content/write-settings.ts';
import { requireUniqueNameKey, writeUniqueName } from '#server/db/unique-names.ts';
import type { WriteContext } from '#server/db/write-context.ts';
import { createCohortClosedProblem } from '#server/groups/require-open.ts';
import type { Caller } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';
import { writeAs } from '#server/session/write-as.ts';
import { lockCohortAtVersion, toCohortAuditSubject } from './lock-cohort.ts';

/**
 * Renames a cohort, makes it current, or opens or closes it for proposals. Throws `not-found`, `invalid`, `stale-version`,
 * `cohort-closed` or `name-taken`.
 */
export async function updateCohort(
  services: Services,
  caller: Caller,
  cohortId: string,
  { version, name, makeCurrent, takesProposals }: z.output<typeof endpoint.body>,
) {
  const { content } = services;
  const name_key = name === undefined ? undefined : requireUniqueNameKey(name, 'name');
  const write = async (context: WriteContext) => {
    const { trx } = context;
    const before = await lockCohortAtVersion(trx, cohortId, version);
    if (before.closed_at) throw createCohortClosedProblem(before.name);
    const isCurrent = makeCurrent === true || before.is_current === 1;
    if (takesProposals === false && isCurrent) throw createCurrentCohortProblem(before.name);
    const isSwitched =
      takesProposals !== undefined && takesProposals !== (before.takes_proposals === 1);
    const changes = [
      ...(name !== undefined && name !== before.name ? [`renamed to ${name}`] : []),
      ...(makeCurrent && before.is_current === 0 ? ['made the current one'] : []),
      ...(isSwitched ? [`${takesProposals ? 'opened' : 'closed'} for proposals`] : []),
    ];
    if (changes.length > 0) {
      if (makeCurrent) await unmarkCurrentCohort(trx);
      await updateCohortRow(trx, cohortId, {
        ...(name !== undefined && name !== before.name && { name, name_key }),
        ...(makeCurrent && { is_current: 1 }),
        ...(isSwitched && { takes_proposals: takesProposals ? 1 : 0 }),
      });
      const subject = toCohortAuditSubject(before);
      const detail = changes.join(', ');
      await recordAuditEntry(context, { action: 'cohort-changed', by: caller, subject, detail });
    }
    return readCohort(trx, content, cohortId);
  };
  const cohort = await writeUniqueName(services.db, 'cohorts', { name, field: 'name' }, () =>
    writeAs(services, caller, write),
  );
  await content.refresh();
  return { message: `${cohort.name} saved`, cohort };
}

function createCurrentCohortProblem(name: string): Problem {
  const message = `${name} is the current session, which is always open for proposals. Make another one current first.`;
  return new Problem('invalid', message, { fields: { takesProposals: message } });
}
