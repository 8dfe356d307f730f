import type { z } from 'zod';
import type { sendReminders as endpoint, RemindedGroup } from '#contract/board.ts';
import { Problem } from '#contract/problem.ts';
import {
  appliesToProgram,
  listOwingNewcomers,
  type Submission,
} from '#contract/rules/submissions.ts';
import { getKindLabel } from '#contract/settings/kinds.ts';
import { isolateRightToLeft } from '#contract/values/isolate.ts';
import { sortByText } from '#contract/values/sort-key.ts';
import { recordAuditEntry, toGroupSubject } from '#server/audit/record-entry.ts';
import { isCurrentMember } from '#server/db/current-member.ts';
import type { DatabaseRow, Db } from '#server/db/tables.ts';
import type { WriteContext, WriteTransaction } from '#server/db/write-context.ts';
import { readSubmissions } from '#server/documents/read-submissions.ts';
import { lockGroupAsStaff } from '#server/groups/group-access.ts';
import type { Caller } from '#server/http/serve.ts';
import { findRecipients } from '#server/notices/find-recipients.ts';
import type { Services } from '#server/services.ts';
import { writeAs } from '#server/session/write-as.ts';
import { queueReminders } from './reminder-email.ts';

type Input = z.output<typeof endpoint.body>;

/** Minimum time between two reminders to the same group about the same deadline. */
const pauseMs = 3_600_000;

/** Emails all of the groups or, on an error, none. Throws `not-found`, `forbidden`, `invalid` or `too-often`. */
export async function sendReminders(services: Services, caller: Caller, input: Input) {
  const groups = await writeAs(services, caller, async (context) => {
    const reminded: RemindedGroup[] = [];
    // Lock the groups in a fixed order, to prevent deadlocks between concurrent requests.
    for (const groupId of [...new Set(input.groupIds)].toSorted()) {
      const group = await lockGroupAsStaff(context, groupId);
      requireReminder(caller, group);
      reminded.push(await remindOne(context, group, input));
    }
    if (!input.dryRun) requireSome(reminded);
    return sortByText(reminded, ({ fypGroupName }) => fypGroupName);
  });
  const count = groups
    .filter(({ skipped }) => skipped === null)
    .reduce((sum, { recipients }) => sum + recipients.length, 0);
  if (input.dryRun) return { message: 'Nobody was emailed yet.', isSent: false, groups };
  services.mail.wake();
  const emails = count === 1 ? '1 email is' : `${count} emails are`;
  return { message: `${emails} on the way.`, isSent: true, groups };
}

/** Throws `forbidden` if the caller is the group's examiner. */
function requireReminder(caller: Caller, group: DatabaseRow<'groups'>): void {
  if (caller.role === 'admin' || group.supervisor_id === caller.userId) return;
  throw new Problem('forbidden', `Only the supervisor of ${group.name} or an admin reminds it.`);
}

function requireSome(groups: readonly RemindedGroup[]): void {
  if (groups.some(({ skipped }) => skipped === null)) return;
  if (groups.some(({ skipped }) => skipped === 'too-often')) {
    const message =
      'Nobody was emailed: these groups were reminded less than an hour ago. Try again later.';
    throw new Problem('too-often', message, { retryAfter: pauseMs / 1000 });
  }
  throw new Problem('invalid', 'Nobody was emailed: none of these groups misses anything.');
}

async function remindOne(
  context: WriteContext,
  group: DatabaseRow<'groups'>,
  { deadlineId, text, dryRun }: Input,
): Promise<RemindedGroup> {
  const { trx, services, caller, now } = context;
  const cohort = await services.content.cohort(trx, group.cohort_id);
  const deadline = cohort.deadlines.find(({ _id }) => _id === deadlineId);
  if (!deadline) throw new Problem('not-found', `${cohort.name} has no such deadline.`);
  const all = (await readSubmissions(trx, services.content, [group], now)).get(group.id) ?? [];
  const submission = all.find((submission) => submission.deadlineId === deadlineId);
  const debts = listDebts(submission);
  const missing = submission?.missing.length
    ? submission.missing
    : [...new Set(debts.flatMap((debt) => debt.missing))];
  const due = debts[0]?.due ?? submission?.due ?? deadline.due;
  const skipped = !appliesToProgram(deadline, group.program)
    ? 'other-program'
    : debts.length === 0
      ? getReasonForNoDebt(submission)
      : (await isTooSoon(trx, group.id, deadlineId, now))
        ? 'too-often'
        : null;
  const members = skipped === null ? await membersToRemind(trx, group.id) : [];
  const reminded = members.flatMap((member) => {
    const debt = debts.find(({ memberId }) => memberId === undefined || memberId === member.id);
    return debt ? [{ ...member, debt }] : [];
  });
  const recipients = reminded.map(({ name, email }) => ({ name, email }));
  const { title } = deadline;
  if (skipped === null && !dryRun) {
    const listLabels = (kinds: readonly string[]) =>
      kinds.map((kind) => isolateRightToLeft(getKindLabel(cohort.kinds, kind))).join(', ');
    const people = reminded.map(({ debt: { due, missing }, ...member }) => ({
      ...member,
      due,
      missing: listLabels(missing),
    }));
    await queueReminders(context, group, people, { title, text });
    await noteReminder(context, group.id, deadlineId);
    const subject = toGroupSubject(group);
    await recordAuditEntry(context, {
      action: 'reminder-sent',
      by: caller,
      subject,
      detail: title,
    });
  }
  return { groupId: group.id, fypGroupName: group.name, due, missing, recipients, skipped };
}

type Debt = Pick<Submission, 'due' | 'missing'> & { memberId?: string };

/** Returns what all members owe or, once the group misses nothing, what each member who joined late owes, soonest first. */
function listDebts(submission: Submission | undefined): Debt[] {
  if (!submission || submission.state === 'before-group') return [];
  if (submission.missing.length > 0) return submission.state === 'excused' ? [] : [submission];
  return listOwingNewcomers(submission).toSorted((a, b) => Date.parse(a.due) - Date.parse(b.due));
}

function getReasonForNoDebt(submission: Submission | undefined): RemindedGroup['skipped'] {
  const state = submission?.state;
  return state === 'excused' || state === 'before-group' ? state : 'nothing-missing';
}

async function membersToRemind(db: Db, groupId: string) {
  const members = await db
    .selectFrom('members')
    .select(['id', 'name'])
    .where('group_id', '=', groupId)
    .where(isCurrentMember)
    .orderBy('position')
    .execute();
  const all = members.map(({ id, name }) => ({ id, name, to: { memberId: id } }));
  const find = await findRecipients(
    db,
    'reminders',
    all.map(({ to }) => to),
  );
  return all.flatMap(({ id, name, to }) => {
    const recipient = find(to);
    return recipient ? [{ id, name, email: recipient.email }] : [];
  });
}

async function isTooSoon(db: Db, groupId: string, deadlineId: string, now: Date) {
  const last = await db
    .selectFrom('board_reminders')
    .select('queued_at')
    .where('group_id', '=', groupId)
    .where('deadline_id', '=', deadlineId)
    .executeTakeFirst();
  // If the clock was wrong, the last reminder may be dated far in the future. It must not block further reminders.
  return last !== undefined && Math.abs(now.getTime() - Date.parse(last.queued_at)) < pauseMs;
}

async function noteReminder({ trx, now }: WriteTransaction, group_id: string, deadline_id: string) {
  const queued_at = now.toISOString();
  await trx
    .insertInto('board_reminders')
    .values({ group_id, deadline_id, queued_at })
    .onConflict((conflict) =>
      conflict.columns(['group_id', 'deadline_id']).doUpdateSet({ queued_at }),
    )
    .execute();
}
