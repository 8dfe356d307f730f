import type { z } from 'zod';
import { Problem } from '#contract/problem.ts';
import { type decideExtension as endpoint, extensionDecisions } from '#contract/submissions.ts';
import { formatDateTime } from '#contract/values/time.ts';
import { recordAuditEntry, toGroupSubject } from '#server/audit/record-entry.ts';
import type { DatabaseRow, Db } from '#server/db/tables.ts';
import type { WriteContext } from '#server/db/write-context.ts';
import { mayDecideExtension } from '#server/documents/may-open.ts';
import { readSubmissions } from '#server/documents/read-submissions.ts';
import { isMemberByAccount, lockGroup, requireImpartial } from '#server/groups/group-access.ts';
import type { Caller } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';
import { writeAs } from '#server/session/write-as.ts';
import { type ExtensionDecisionData, queueExtensionDecisionEmails } from './extension-emails.ts';
import {
  type ExtensionRequestRow,
  getGroupDueDate,
  selectExtensionRequests,
  toExtensionRequest,
} from './extension-requests.ts';
import { getCohortDeadline } from './get-deadline.ts';
import { requireEffect } from './require-effect.ts';
import { saveGroupDeadline } from './save-group-deadline.ts';

type Decision = z.output<typeof endpoint.body>;

/**
 * Grants or refuses an extension request. Throws `not-found`, `forbidden`, `invalid`, `cohort-closed`, or
 * `stale-version` if the request is already decided.
 */
export async function decideExtension(
  services: Services,
  caller: Caller,
  requestId: string,
  decision: Decision,
) {
  const request = await writeAs(services, caller, async (context) => {
    const { trx } = context;
    const requestBefore = await getRequest(trx, caller, requestId);
    const { group_id: groupId } = requestBefore;
    // Read the request again under the lock, because another user may have decided it since the first read.
    const group = await lockGroup(trx, groupId);
    const row = await getRequest(trx, caller, requestId);
    const isMember = await isMemberByAccount(trx, caller, groupId);
    const cohort = await services.content.cohort(trx, group.cohort_id, group.cohort_version);
    if (!mayDecideExtension(caller, row, cohort.reminders.supervisorsDecide)) {
      throw new Problem(
        'forbidden',
        'Only the FYP office can decide on extensions in this session.',
      );
    }
    requireImpartial(group, isMember);
    requireOpenRequest(row, services.config.timeZone);
    const deadline = getCohortDeadline(cohort, row.deadline_id, group.program);
    const due = new Date(decision.due ?? row.asked_due).toISOString();
    if (decision.decision === 'granted') {
      const before = getGroupDueDate(row, deadline);
      requireLater(due, before);
      const submissions = await readSubmissions(trx, services.content, [group], context.now);
      const ofGroup = submissions.get(group.id) ?? [];
      const submission = ofGroup.find(({ deadlineId }) => deadlineId === deadline._id);
      const { timeZone } = services.config;
      requireEffect(submission, due, { field: 'due', timeZone });
      const { reason } = row;
      const agreement = { groupId: group.id, deadline, before, due, isExcused: false, reason };
      await saveGroupDeadline(context, agreement);
    }
    const decided = { deadline, ...decision, due };
    await recordExtensionDecision(context, group, row, decided);
    const rowAfter = await getRequest(trx, caller, requestId);
    return toExtensionRequest(trx, services.content, rowAfter, caller);
  });
  services.mail.wake();
  return {
    message: `Extension ${extensionDecisions[decision.decision]}. The group will be notified by email.`,
    request,
  };
}

/** Saves the decision on a request and notifies the group. The caller must hold the lock on the group or cohort. */
export async function recordExtensionDecision(
  context: WriteContext,
  group: DatabaseRow<'groups'>,
  request: Pick<ExtensionRequestRow, 'id' | 'asked_by'>,
  decided: ExtensionDecisionData & { decision: 'granted' | 'refused' },
): Promise<void> {
  const { trx, caller, now } = context;
  const update = trx
    .updateTable('extension_requests')
    .set({
      decision: decided.decision,
      decided_by: caller.userId,
      decided_by_name: caller.name,
      decided_at: now.toISOString(),
      decision_reason: decided.reason,
    })
    .where('id', '=', request.id);
  await update.execute();
  const detail = `${decided.deadline.title}: ${extensionDecisions[decided.decision]}`;
  const subject = toGroupSubject(group);
  await recordAuditEntry(context, { action: 'extension-decided', by: caller, subject, detail });
  await queueExtensionDecisionEmails(context, group, { ...decided, requesterId: request.asked_by });
}

/** Throws `not-found` if the caller is neither an admin nor the supervisor of the group. */
export async function getRequest(
  db: Db,
  caller: Caller,
  requestId: string,
): Promise<ExtensionRequestRow> {
  const row = await selectExtensionRequests(db)
    .where('extension_requests.id', '=', requestId)
    .executeTakeFirst();
  if (!row || (caller.role !== 'admin' && row.supervisor_id !== caller.userId)) {
    throw new Problem('not-found', 'This request does not exist, or you don’t have access to it.');
  }
  return row;
}

export function requireOpenRequest(row: ExtensionRequestRow, timeZone: string) {
  if (row.decision === null) return;
  const when = row.decided_at ? formatDateTime(row.decided_at, timeZone) : 'an earlier day';
  const message = `${row.decided_by_name} has already decided this on ${when}: ${extensionDecisions[row.decision]}.`;
  throw new Problem('stale-version', message);
}

function requireLater(due: string, currentDue: string) {
  if (Date.parse(due) > Date.parse(currentDue)) return;
  const message = 'The new date must be later than the current due date.';
  throw new Problem('invalid', message, { fields: { due: message } });
}
