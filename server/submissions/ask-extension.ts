import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import { Problem } from '#contract/problem.ts';
import type { askExtension as endpoint } from '#contract/submissions.ts';
import { recordEntry, toGroupSubject } from '#server/audit/record-entry.ts';
import { isDuplicate } from '#server/db/connect.ts';
import type { Db, Row } from '#server/db/tables.ts';
import type { WriteContext } from '#server/db/write-context.ts';
import { addDocument, type StoredFile, withStoredFiles } from '#server/documents/add-document.ts';
import { readSubmissions } from '#server/documents/read-submissions.ts';
import { recordChanges } from '#server/groups/changes/record-changes.ts';
import {
  createNoGroupProblem,
  findMembershipIn,
  lockGroup,
  requireConfirmed,
} from '#server/groups/group-access.ts';
import type { Caller } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';
import { writeAs } from '#server/session/write-as.ts';
import { requireReceivedFile } from '#server/storage/received-file.ts';
import { queueRequestEmails } from './extension-emails.ts';
import { selectRequests, toExtensionRequest } from './extension-requests.ts';
import { getDeadline } from './get-deadline.ts';

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
  requireConfirmed(caller);
  if (!(await findMembershipIn(services.db, caller, groupId))) throw createNoGroupProblem();
  const asked = await receive();
  const files = asked.file ? [requireReceivedFile(asked.file)] : [];
  const request = await withStoredFiles(services, files, ([storedFile]) =>
    writeAs(services, caller, async (context) => {
      const { trx } = context;
      if (!(await findMembershipIn(trx, caller, groupId))) throw createNoGroupProblem();
      const group = await lockGroup(trx, groupId);
      if (!(await findMembershipIn(trx, caller, groupId))) throw createNoGroupProblem();
      const id = await add(context, group, asked, storedFile);
      const row = await selectRequests(trx)
        .where('extension_requests.id', '=', id)
        .executeTakeFirstOrThrow();
      return toExtensionRequest(trx, services.content, row, caller);
    }),
  );
  services.mail.wake();
  return { message: 'Your request was sent to the FYP office.', request };
}

async function add(
  context: WriteContext,
  group: Row<'groups'>,
  { deadlineId, askedDue, reason }: Asked,
  storedFile: StoredFile | undefined,
): Promise<string> {
  const { trx, services, caller, now } = context;
  const cohort = await services.content.cohort(trx, group.cohort_id);
  const deadline = getDeadline(cohort, deadlineId, group.program);
  const submissions = (await readSubmissions(trx, services.content, [group], now)).get(group.id);
  const due =
    submissions?.find((submission) => submission.deadlineId === deadlineId)?.due ?? deadline.due;
  if (Date.parse(askedDue) <= Math.max(Date.parse(due), now.getTime())) {
    const message = 'Ask for a date that is later than the one that stands, and later than now.';
    throw new Problem('invalid', message, { fields: { askedDue: message } });
  }
  if (storedFile) await addDocument(context, storedFile, { groupId: group.id });
  const id = randomUUID();
  await insert(trx, {
    id,
    group_id: group.id,
    deadline_id: deadlineId,
    reason,
    asked_due: new Date(askedDue).toISOString(),
    document_id: storedFile?.id ?? null,
    asked_by: caller.userId,
    asked_by_name: caller.name,
    asked_at: now.toISOString(),
  });
  const change = {
    part: 'group',
    field: `extension of ${deadline.title}`,
    from: due,
    to: askedDue,
  };
  await recordChanges(context, group.id, [change]);
  const subject = toGroupSubject(group);
  const detail = deadline.title;
  await recordEntry(context, { action: 'extension-asked', by: caller, subject, detail });
  await queueRequestEmails(context, group, { deadline, askedDue, reason });
  return id;
}

async function insert(
  trx: Db,
  row: Omit<
    Row<'extension_requests'>,
    'decision' | 'decided_by' | 'decided_by_name' | 'decided_at' | 'decision_reason'
  >,
) {
  try {
    await trx.insertInto('extension_requests').values(row).execute();
  } catch (error) {
    const isOpen =
      isDuplicate(error, 'extension_requests', 'group_id') ||
      isDuplicate(error, 'extension_requests', 'open');
    if (!isOpen) throw error;
    const message =
      'Your group has asked for this deadline already. The decision will be emailed to all members.';
    throw new Problem('stale-version', message);
  }
}
