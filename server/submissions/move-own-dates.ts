import { Problem } from '#contract/problem.ts';
import type { Deadline } from '#contract/rules/deadlines.ts';
import { getEffectiveDueDate } from '#contract/rules/submissions.ts';
import type { KeptEarlierDueDate } from '#contract/settings/settings.ts';
import { recordAuditEntry, toGroupSubject } from '#server/audit/record-entry.ts';
import type { WriteContext } from '#server/db/write-context.ts';
import { recordGroupChanges } from '#server/groups/changes/record-changes.ts';
import { queueExtensionDecisionEmails } from './extension-emails.ts';
import {
  findIndividualDueDates,
  type IndividualDueDate,
  isEarlierThanCommonDate,
  toEarlierDueDate,
} from './own-dates.ts';

type Move = {
  cohortId: string;
  before: readonly Deadline[];
  after: readonly Deadline[];
  /** Individual dates that the coordinator keeps although the new common date is later. */
  keepEarlier: readonly KeptEarlierDueDate[];
};

const reason = 'The deadline was moved for all groups.';

/**
 * After a common due date has changed, updates the individual dates. The later date applies unless the coordinator
 * keeps a group's date. Notifies groups whose date changes or is kept. The caller must hold the lock on the cohort.
 * Throws `stale-version` if a date to keep has changed.
 */
export async function reconcileIndividualDueDates(
  context: WriteContext,
  { cohortId, before, after, keepEarlier }: Move,
): Promise<void> {
  const { trx } = context;
  const dates = await findIndividualDueDates(trx, cohortId, before, after);
  const keyOf = ({ groupId, deadlineId, ownDue }: KeptEarlierDueDate) =>
    `${groupId} ${deadlineId} ${Date.parse(ownDue)}`;
  const earlier = new Set(
    dates.filter(isEarlierThanCommonDate).map((date) => keyOf(toEarlierDueDate(date))),
  );
  const keptDates = new Set(keepEarlier.map(keyOf));
  if (!keptDates.isSubsetOf(earlier)) throw changedMeanwhile();
  for (const date of dates) {
    const isKept = keptDates.has(keyOf(toEarlierDueDate(date)));
    await moveOne(context, { ...date, isKept });
  }
}

const changedMeanwhile = () =>
  new Problem(
    'stale-version',
    'Nothing was saved: someone else changed the date of a group that keeps its own. Save again and choose from the updated list.',
  );

async function moveOne(
  context: WriteContext,
  { group, agreed, from, after, isKept }: IndividualDueDate & { isKept: boolean },
): Promise<void> {
  const { trx, caller } = context;
  const earlierThan = isKept ? after.due : null;
  await trx
    .updateTable('group_deadlines')
    .set({ earlier_than: earlierThan })
    .where('group_id', '=', group.id)
    .where('deadline_id', '=', after._id)
    .execute();
  const due = getEffectiveDueDate(after, { ...agreed, earlierThan });
  const isMoved = Date.parse(from) !== Date.parse(due);
  if (!isMoved && !isKept) return;
  if (isMoved) {
    const change = { part: 'group', field: `deadline ${after.title}`, from, to: due };
    await recordGroupChanges(context, group.id, [change]);
  }
  const detail = `${after.title}: ${isKept ? 'stays earlier than for all' : 'moved'}`;
  const subject = toGroupSubject(group);
  await recordAuditEntry(context, { action: 'extension-decided', by: caller, subject, detail });
  const decision = isKept ? ('kept' as const) : ('granted' as const);
  await queueExtensionDecisionEmails(context, group, { deadline: after, decision, due, reason });
}
