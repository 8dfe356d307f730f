import type { z } from 'zod';
import { Problem } from '#contract/problem.ts';
import type { closeCohort as endpoint } from '#contract/settings/cohorts.ts';
import { recordAuditEntry } from '#server/audit/record-entry.ts';
import { queueDueCorrections } from '#server/certificates/correct-undone-decisions.ts';
import { readCohort } from '#server/content/read-settings.ts';
import { updateCohortRow } from '#server/content/write-settings.ts';
import { copyCurrentEmailsToMembers } from '#server/groups/claims/copy-emails.ts';
import { unlinkStaffFromMembers } from '#server/groups/claims/unlink-staff.ts';
import { setMembersClosedAt } from '#server/groups/close-members.ts';
import { createCohortClosedProblem } from '#server/groups/require-open.ts';
import { unbindFormerStaff } from '#server/groups/staff/bind-staff.ts';
import type { Caller } from '#server/http/serve.ts';
import { lockGroupsWithDueEmails, queueDueEmails } from '#server/marks/emails/due-emails.ts';
import type { Services } from '#server/services.ts';
import { writeAs } from '#server/session/write-as.ts';
import { lockCohortAtVersion, toCohortAuditSubject } from './lock-cohort.ts';
import { readOpenWork, requireUnchangedOpenWork } from './open-work.ts';
import { formatNonZeroCount, settleOpenWork } from './settle-open-work.ts';

type Closing = z.output<typeof endpoint.body>;

/**
 * Closes a cohort and settles its open work, such as undecided requests, as the admin chose. Throws `not-found`,
 * `cohort-closed`, `invalid` for the current cohort, or `stale-version` if the cohort or its open work has changed.
 */
export async function closeCohort(
  services: Services,
  caller: Caller,
  cohortId: string,
  { version, seen, ...choices }: Closing,
) {
  const { content, mail } = services;
  const { cohort, done } = await writeAs(services, caller, async (context) => {
    const { trx } = context;
    // Lock groups before their cohort, as every write to a group does, to prevent deadlocks.
    const owed = await lockGroupsWithDueEmails(trx, cohortId);
    const before = await lockCohortAtVersion(trx, cohortId, version);
    if (before.closed_at) throw createCohortClosedProblem(before.name);
    if (before.is_current === 1) {
      const message = `${before.name} is the current session. Make another one current first.`;
      throw new Problem('invalid', message);
    }
    const openWork = await readOpenWork(trx, cohortId, content.modules);
    requireUnchangedOpenWork(openWork, before.name, seen);
    const cohort = await readCohort(trx, content, cohortId);
    const done = await settleOpenWork(context, cohort, openWork, choices);
    const corrections = await queueDueCorrections(context, cohortId);
    const queued = await queueDueEmails(context, owed);
    done.push(
      ...formatNonZeroCount(
        corrections,
        'certificate correction emailed',
        'certificate corrections emailed',
      ),
      ...formatNonZeroCount(queued, 'email about marks queued', 'emails about marks queued'),
    );
    const closed_at = context.now.toISOString();
    await updateCohortRow(trx, cohortId, { closed_at, takes_proposals: 0 });
    await setMembersClosedAt(trx, cohortId, closed_at);
    const subject = toCohortAuditSubject(before);
    const detail = done.join(', ');
    await recordAuditEntry(context, { action: 'cohort-closed', by: caller, subject, detail });
    return { cohort: await readCohort(trx, content, cohortId), done };
  });
  await content.refresh();
  mail.wake();
  const also = done.length > 0 ? ` ${done.join(', ')}.` : '';
  return { message: `${cohort.name} closed.${also}`, cohort };
}

/** Reopens a cohort. Throws `not-found`, `stale-version`, or `already-in-group` if a member is in another open one. */
export async function reopenCohort(
  services: Services,
  caller: Caller,
  cohortId: string,
  version: number,
) {
  const { content } = services;
  const cohort = await writeAs(services, caller, async (context) => {
    const { trx } = context;
    const before = await lockCohortAtVersion(trx, cohortId, version);
    if (before.closed_at) {
      await updateCohortRow(trx, cohortId, { closed_at: null });
      await unlinkStaffFromMembers(context, { cohortId });
      await copyCurrentEmailsToMembers(context, cohortId);
      await setMembersClosedAt(trx, cohortId, null);
      await unbindFormerStaff(context, cohortId);
      const subject = toCohortAuditSubject(before);
      await recordAuditEntry(context, { action: 'cohort-reopened', by: caller, subject });
    }
    return readCohort(trx, content, cohortId);
  });
  await content.refresh();
  return { message: `${cohort.name} reopened`, cohort };
}
