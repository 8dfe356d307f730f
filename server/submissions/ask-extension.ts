import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import { Problem } from '#contract/problem.ts';
import type { askExtension as endpoint } from '#contract/submissions.ts';
import { recordAuditEntry, toGroupSubject } from '#server/audit/record-entry.ts';
import { isUniqueViolation } from '#server/db/connect.ts';
import type { DatabaseRow, Db } from '#server/db/tables.ts';
import type { WriteContext } from '#server/db/write-context.ts';
import { addDocument, type StoredFile, withStoredFiles } from '#server/documents/add-document.ts';
import { readSubmissions } from '#server/documents/read-submissions.ts';
import { recordGroupChanges } from '#server/groups/changes/record-changes.ts';
import {
  createGroupNotFoundProblem,
  findMembershipInGroup,
  type LockedGroup,
  lockGroup,
  requireConfirmedEmail,
} from '#server/groups/group-access.ts';
import type { Caller } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';
import { writeAs } from '#server/session/write-as.ts';
import { requireReceivedFile } from '#server/storage/received-file.ts';
import { queueExtensionRequestEmails } from './extension-emails.ts';
import {
  type ExtensionRequestRow,
  selectExtensionRequests,
  toExtensionRequest,
} from './extension-requests.ts';
import { getCohortDeadline } from './get-deadline.ts';
import { requireEffect } from './require-effect.ts';

type Asked = z.output<typeof endpoint.body>;

/**
 * Stores an extension request and notifies the office and the supervisor. Throws `not-found`, `unconfirmed`, `invalid`,
 * `cohort-closed`, or `stale-version` if the deadline already has an open request.
 */
export async function askExtension(
  services: Services,
  caller: Caller,
  groupId: string,
  receive: () => Promise<Asked>,
) {
  requireConfirmedEmail(caller);
  if (!(await findMembershipInGroup(services.db, caller, groupId)))
    throw createGroupNotFoundProblem();
  const asked = await receive();
  const files = asked.file ? [requireReceivedFile(asked.file)] : [];
  const request = await withStoredFiles(services, files, ([storedFile]) =>
    writeAs(services, caller, async (context) => {
      const { trx } = context;
      const group = await lockGroup(trx, groupId);
      const membership = await findMembershipInGroup(trx, caller, groupId);
      if (!membership) throw createGroupNotFoundProblem();
      const row = await add(context, group, asked, storedFile);
      return toExtensionRequest(trx, services.content, row, caller);
    }),
  );
  services.mail.wake();
  return { message: 'Your request was sent to the FYP office.', request };
}

async function add(
  context: WriteContext,
  group: LockedGroup,
  { deadlineId, askedDue, reason, supervisorMayRead }: Asked,
  storedFile: StoredFile | undefined,
): Promise<ExtensionRequestRow> {
  const { trx, services, caller, now } = context;
  const [cohort, submissionsByGroup] = await Promise.all([
    services.content.cohort(trx, group.cohort_id, group.cohort_version),
    readSubmissions(trx, services.content, [group], now),
  ]);
  const deadline = getCohortDeadline(cohort, deadlineId, group.program);
  const submission = submissionsByGroup
    .get(group.id)
    ?.find((candidate) => candidate.deadlineId === deadlineId);
  const due = submission?.due ?? deadline.due;
  if (Date.parse(askedDue) <= Math.max(Date.parse(due), now.getTime())) {
    const message = 'Choose a date that is later than the current due date and later than now.';
    throw new Problem('invalid', message, { fields: { askedDue: message } });
  }
  const { timeZone } = services.config;
  requireEffect(submission, askedDue, { field: 'askedDue', timeZone });
  const id = randomUUID();
  const row = {
    id,
    group_id: group.id,
    deadline_id: deadlineId,
    reason,
    supervisor_may_read: supervisorMayRead ? (1 as const) : (0 as const),
    asked_due: new Date(askedDue).toISOString(),
    document_id: storedFile?.id ?? null,
    asked_by: caller.userId,
    asked_by_name: caller.name,
    asked_at: now.toISOString(),
  };
  if (storedFile) await addDocument(context, storedFile, { groupId: group.id });
  await insert(trx, row);
  const change = {
    part: 'group',
    field: `extension of ${deadline.title}`,
    from: due,
    to: askedDue,
  };
  await recordGroupChanges(context, group.id, [change]);
  const subject = toGroupSubject(group);
  const detail = deadline.title;
  await recordAuditEntry(context, { action: 'extension-asked', by: caller, subject, detail });
  const added = selectExtensionRequests(trx).where('extension_requests.id', '=', id);
  await queueExtensionRequestEmails(context, group, {
    ...{ deadline, askedDue, reason },
    isForSupervisor: supervisorMayRead || cohort.reminders.supervisorsDecide,
    supervisorDecides: cohort.reminders.supervisorsDecide,
  });
  return added.executeTakeFirstOrThrow();
}

async function insert(
  trx: Db,
  row: Omit<
    DatabaseRow<'extension_requests'>,
    | 'decision'
    | 'decided_by'
    | 'decided_by_name'
    | 'decided_at'
    | 'decision_reason'
    | 'advice'
    | 'advised_by_name'
    | 'advised_at'
  >,
) {
  try {
    await trx.insertInto('extension_requests').values(row).execute();
  } catch (error) {
    const isOpen =
      isUniqueViolation(error, 'extension_requests', 'group_id') ||
      isUniqueViolation(error, 'extension_requests', 'open');
    if (!isOpen) throw error;
    const message =
      'Your group has already requested an extension of this deadline. The decision will be emailed to all members.';
    throw new Problem('stale-version', message);
  }
}
