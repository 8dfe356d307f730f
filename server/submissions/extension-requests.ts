import { getDocumentUrl } from '#contract/documents.ts';
import type { Deadline } from '#contract/rules/deadlines.ts';
import { getEffectiveDueDate } from '#contract/rules/submissions.ts';
import type { ExtensionRequest } from '#contract/submissions.ts';
import type { PortalContent } from '#server/content/content.ts';
import type { Db } from '#server/db/tables.ts';
import { mayDecideExtension, mayReadEvidence } from '#server/documents/may-open.ts';
import type { Caller } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';

export const selectExtensionRequests = (db: Db) =>
  db
    .selectFrom('extension_requests')
    .innerJoin('groups', 'groups.id', 'extension_requests.group_id')
    .leftJoin('group_deadlines', (join) =>
      join
        .onRef('group_deadlines.group_id', '=', 'extension_requests.group_id')
        .onRef('group_deadlines.deadline_id', '=', 'extension_requests.deadline_id'),
    )
    .leftJoin('cohorts', 'cohorts.id', 'groups.cohort_id')
    .selectAll('extension_requests')
    .select([
      'cohorts.closed_at',
      'cohorts.version as cohort_version',
      'groups.name as group_name',
      'groups.cohort_id',
      'groups.supervisor_id',
      'group_deadlines.due as agreed_due',
      'group_deadlines.earlier_than',
    ])
    .where('groups.deleted_at', 'is', null);

export type ExtensionRequestRow = Awaited<
  ReturnType<ReturnType<typeof selectExtensionRequests>['execute']>
>[number];

export const getGroupDueDate = (
  { agreed_due, earlier_than }: Pick<ExtensionRequestRow, 'agreed_due' | 'earlier_than'>,
  deadline: Pick<Deadline, 'due'>,
): string =>
  getEffectiveDueDate(deadline, { due: agreed_due, isExcused: false, earlierThan: earlier_than });

/** Returns true for those who may read the evidence, and for the supervisor if the student allows it. */
const mayReadReason = (
  caller: Caller,
  row: Pick<ExtensionRequestRow, 'asked_by' | 'supervisor_id' | 'supervisor_may_read'>,
  supervisorsDecide: boolean,
): boolean =>
  mayReadEvidence(caller, row.asked_by, row, supervisorsDecide || row.supervisor_may_read === 1);

export async function toExtensionRequest(
  db: Db,
  content: PortalContent,
  row: ExtensionRequestRow,
  caller: Caller,
): Promise<ExtensionRequest> {
  const cohort = await content.cohort(db, row.cohort_id, row.cohort_version);
  const deadline = cohort.deadlines.find(({ _id }) => _id === row.deadline_id);
  const { supervisorsDecide } = cohort.reminders;
  const mayReadFile = mayReadEvidence(caller, row.asked_by, row, supervisorsDecide);
  const isReadable = mayReadReason(caller, row, supervisorsDecide);
  const isOpen = row.decision === null && row.closed_at === null;
  const mayDecide = mayDecideExtension(caller, row, supervisorsDecide);
  const isSupervisor = caller.role === 'faculty' && row.supervisor_id === caller.userId;
  return {
    _id: row.id,
    groupId: row.group_id,
    fypGroupName: row.group_name,
    deadlineId: row.deadline_id,
    title: deadline?.title ?? row.deadline_id,
    due: deadline ? getGroupDueDate(row, deadline) : (row.agreed_due ?? row.asked_due),
    reason: isReadable ? row.reason : null,
    askedDue: row.asked_due,
    askedBy: row.asked_by_name,
    askedAt: row.asked_at,
    fileUrl: row.document_id && mayReadFile ? getDocumentUrl(row.document_id) : null,
    decision: row.decision,
    decidedBy: row.decided_by_name,
    decidedAt: row.decided_at,
    decisionReason: isReadable ? row.decision_reason : null,
    mayDecide: isOpen && mayDecide,
    mayAdvise: isOpen && isSupervisor && !mayDecide,
    advice: mayDecide || isSupervisor ? toAdvice(row) : null,
  };
}

const toAdvice = ({ advice, advised_by_name: by, advised_at: at }: ExtensionRequestRow) =>
  advice !== null && by !== null && at !== null ? { advice, by, at } : null;

export const toExtensionRequests = (
  db: Db,
  content: PortalContent,
  rows: readonly ExtensionRequestRow[],
  caller: Caller,
): Promise<ExtensionRequest[]> =>
  Promise.all(rows.map((row) => toExtensionRequest(db, content, row, caller)));

/** Returns undecided requests in open cohorts, oldest first: all for admins, otherwise those of supervised groups. */
export async function listExtensionRequests({ db, content }: Services, caller: Caller) {
  let rows = selectExtensionRequests(db)
    .where('decision', 'is', null)
    .where('cohorts.closed_at', 'is', null);
  if (caller.role !== 'admin') rows = rows.where('groups.supervisor_id', '=', caller.userId);
  const openRequests = await rows.orderBy('asked_at').orderBy('extension_requests.id').execute();
  return { requests: await toExtensionRequests(db, content, openRequests, caller) };
}
