import type { z } from 'zod';
import { isOverriddenByNewcomers } from '#contract/rules/newcomers.ts';
import type { Submission } from '#contract/rules/submissions.ts';
import type { setGroupDeadlines as endpoint } from '#contract/submissions.ts';
import { sortByText } from '#contract/values/sort-key.ts';
import { recordAuditEntry, toGroupSubject } from '#server/audit/record-entry.ts';
import type { DatabaseRow, Db } from '#server/db/tables.ts';
import type { WriteContext } from '#server/db/write-context.ts';
import { readSubmissions } from '#server/documents/read-submissions.ts';
import { lockGroup, requireImpartialCaller } from '#server/groups/group-access.ts';
import type { Caller } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';
import { previewAs, writeAs } from '#server/session/write-as.ts';
import { queueExtensionDecisionEmails } from './extension-emails.ts';
import { getCohortDeadline } from './get-deadline.ts';
import { saveGroupDeadline } from './save-group-deadline.ts';

type Input = z.output<typeof endpoint.body>;

/** Changes the groups' due date in one transaction and notifies them. With `dryRun`, only returns the changes. */
export async function setGroupDeadlines(
  services: Services,
  caller: Caller,
  deadlineId: string,
  input: Input,
) {
  const run = input.dryRun ? previewAs : writeAs;
  const changed = await run(services, caller, async (context) => {
    const { trx } = context;
    const changes: Change[] = [];
    for (const groupId of [...new Set(input.groupIds)].toSorted()) {
      const group = await lockGroup(trx, groupId);
      await requireImpartialCaller(trx, caller, group);
      const change = await changeOne(context, group, deadlineId, input);
      if (change) changes.push(change);
    }
    return changes;
  });
  const groups = sortByText(changed, ({ fypGroupName }) => fypGroupName);
  if (input.dryRun) return { message: 'Nothing was changed yet.', isSaved: false, groups };
  services.mail.wake();
  const count = groups.length === 1 ? '1 group' : `${groups.length} groups`;
  return { message: `Deadline changed for ${count}`, isSaved: true, groups };
}

type Change = { groupId: string; fypGroupName: string; before: string; after: string | null };

/** Returns undefined if the group already has the requested date, or if a later one has no effect. */
async function changeOne(
  context: WriteContext,
  group: DatabaseRow<'groups'>,
  deadlineId: string,
  { change, reason }: Input,
): Promise<Change | undefined> {
  const { trx, services, caller, now } = context;
  const cohort = await services.content.cohort(trx, group.cohort_id);
  const deadline = getCohortDeadline(cohort, deadlineId, group.program);
  const all = (await readSubmissions(trx, services.content, [group], now)).get(group.id) ?? [];
  const before = all.find((submission) => submission.deadlineId === deadlineId);
  if (!before || isSame(before, await isExcusedByStaff(trx, group.id, deadlineId), change))
    return undefined;
  const due = change.to === 'date' ? new Date(change.due).toISOString() : null;
  const isLater = due !== null && Date.parse(due) > Date.parse(before.due);
  if (isLater && isOverriddenByNewcomers(before, due)) return undefined;
  const isExcused = change.to === 'excused';
  const groupId = group.id;
  const agreement = { groupId, deadline, before: before.due, due, isExcused, reason };
  await saveGroupDeadline(context, agreement);
  const after = isExcused ? null : (due ?? deadline.due);
  const detail = `${deadline.title}: ${isExcused ? 'excused' : 'moved'}`;
  const subject = toGroupSubject(group);
  await recordAuditEntry(context, { action: 'extension-decided', by: caller, subject, detail });
  const decision = isExcused ? ('excused' as const) : ('granted' as const);
  const notice = { deadline, decision, due: after ?? before.due, reason };
  await queueExtensionDecisionEmails(context, group, notice);
  return { groupId, fypGroupName: group.name, before: before.due, after };
}

/** The state alone does not tell: it is also “excused” if all members joined late. */
async function isExcusedByStaff(db: Db, groupId: string, deadlineId: string): Promise<boolean> {
  const stored = await db
    .selectFrom('group_deadlines')
    .select('is_excused')
    .where('group_id', '=', groupId)
    .where('deadline_id', '=', deadlineId)
    .executeTakeFirst();
  return stored?.is_excused === 1;
}

function isSame(
  { due, firstDue }: Submission,
  isExcused: boolean,
  change: Input['change'],
): boolean {
  if (change.to === 'excused') return isExcused;
  if (isExcused) return false;
  return Date.parse(due) === Date.parse(change.to === 'date' ? change.due : firstDue);
}
