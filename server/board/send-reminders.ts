import type { z } from 'zod';
import type { sendReminders as endpoint, RemindedGroup } from '#contract/board.ts';
import { Problem } from '#contract/problem.ts';
import { listOwingNewcomers } from '#contract/rules/newcomers.ts';
import { appliesToProgram, type Submission } from '#contract/rules/submissions.ts';
import { getKindLabel } from '#contract/settings/kinds.ts';
import { isolateRightToLeft } from '#contract/values/isolate.ts';
import { sortByText } from '#contract/values/sort-key.ts';
import { recordAuditEntry, toGroupSubject } from '#server/audit/record-entry.ts';
import { isCurrentMember } from '#server/db/current-member.ts';
import { isIdInJsonArray } from '#server/db/prepared-query.ts';
import type { DatabaseRow, Db } from '#server/db/tables.ts';
import type { WriteContext, WriteTransaction } from '#server/db/write-context.ts';
import { readSubmissions } from '#server/documents/read-submissions.ts';
import { lockGroupAsStaff } from '#server/groups/group-access.ts';
import type { Caller } from '#server/http/serve.ts';
import { findRecipients } from '#server/notices/find-recipients.ts';
import type { Services } from '#server/services.ts';
import { writeAs } from '#server/session/write-as.ts';
import { composeReminder, queueReminders, type RemindedMember } from './reminder-email.ts';

type Input = z.output<typeof endpoint.body>;

/** Minimum time between two reminders to the same group about the same deadline. */
const pauseMs = 3_600_000;

/** Emails all of the groups or, on an error, none. Throws `not-found`, `forbidden`, `invalid` or `too-often`. */
export async function sendReminders(services: Services, caller: Caller, input: Input) {
  const { groups, preview } = await writeAs(services, caller, async (context) => {
    const locked: DatabaseRow<'groups'>[] = [];
    // Lock the groups in a fixed order, to prevent deadlocks between concurrent requests.
    for (const groupId of [...new Set(input.groupIds)].toSorted()) {
      const group = await lockGroupAsStaff(context, groupId);
      requireReminder(caller, group);
      locked.push(group);
    }
    const reminders = await decideReminders(context, locked, input);
    const groups = reminders.map(({ reply }) => reply);
    if (input.dryRun) return { groups, preview: composePreview(context, reminders, input) };
    requireSome(groups);
    for (const reminder of reminders) await queueReminder(context, reminder, input);
    return { groups, preview: null };
  });
  const count = groups.reduce((sum, { recipients }) => sum + recipients.length, 0);
  if (input.dryRun) return { message: 'No one was emailed yet.', isSent: false, groups, preview };
  services.mail.wake();
  const emails = count === 1 ? '1 email is' : `${count} emails are`;
  return { message: `${emails} on the way.`, isSent: true, groups, preview };
}

/** Throws `forbidden` if the caller is the group's examiner. */
function requireReminder(caller: Caller, group: DatabaseRow<'groups'>): void {
  if (caller.role === 'admin' || group.supervisor_id === caller.userId) return;
  throw new Problem(
    'forbidden',
    `Only ${group.name}’s supervisor or an admin can send it reminders.`,
  );
}

function requireSome(groups: readonly RemindedGroup[]): void {
  if (groups.some(({ skipped }) => skipped === null)) return;
  if (groups.some(({ skipped }) => skipped === 'too-often')) {
    const message =
      'No one was emailed: these groups were reminded less than an hour ago. Try again later.';
    throw new Problem('too-often', message, { retryAfter: pauseMs / 1000 });
  }
  throw new Problem('invalid', 'No one was emailed: none of these groups has missing files.');
}

type Reminder = {
  group: DatabaseRow<'groups'>;
  title: string;
  members: readonly (RemindedMember & { email: string })[];
  reply: RemindedGroup;
};

/** Decides for each group who is reminded or why nobody is. Returns the groups sorted by name. */
async function decideReminders(
  { trx, services, now }: WriteContext,
  groups: readonly DatabaseRow<'groups'>[],
  { deadlineId }: Input,
): Promise<Reminder[]> {
  const submissions = await readSubmissions(trx, services.content, groups, now);
  const owed = groups.map((group) => {
    const submission = submissions.get(group.id)?.find((each) => each.deadlineId === deadlineId);
    return { group, submission, debts: listDebts(submission) };
  });
  const owing = owed.filter(({ debts }) => debts.length > 0).map(({ group }) => group.id);
  const lastOf = await readLastReminders(trx, owing, deadlineId);
  const reminders: Reminder[] = [];
  for (const { group, submission, debts } of owed) {
    const { kinds, deadline } = await getDeadline(trx, services, group.cohort_id, deadlineId);
    const remindedAt = lastOf.get(group.id) ?? null;
    const skipped = !appliesToProgram(deadline, group.program)
      ? 'other-program'
      : debts.length === 0
        ? getReasonForNoDebt(submission)
        : isTooSoon(remindedAt, now)
          ? 'too-often'
          : null;
    const people = skipped === null ? await membersToRemind(trx, group.id) : [];
    const listLabels = (missing: readonly string[]) =>
      missing.map((kind) => isolateRightToLeft(getKindLabel(kinds, kind))).join(', ');
    const members = people.flatMap((member) => {
      const debt = debts.find(({ memberId }) => memberId === undefined || memberId === member.id);
      return debt ? [{ ...member, due: debt.due, missing: listLabels(debt.missing) }] : [];
    });
    const reply = {
      groupId: group.id,
      fypGroupName: group.name,
      due: debts[0]?.due ?? submission?.due ?? deadline.due,
      missing: submission?.missing.length
        ? submission.missing
        : [...new Set(debts.flatMap((debt) => debt.missing))],
      recipients: members.map(({ name, email }) => ({ name, email })),
      skipped,
      remindedAt,
    };
    reminders.push({ group, title: deadline.title, members, reply });
  }
  return sortByText(reminders, ({ group }) => group.name);
}

async function getDeadline(
  db: Db,
  { content }: Services,
  cohortId: string | null,
  deadlineId: string,
) {
  const cohort = await content.cohort(db, cohortId);
  const deadline = cohort.deadlines.find(({ _id }) => _id === deadlineId);
  if (!deadline) throw new Problem('not-found', `This deadline doesn’t exist in ${cohort.name}.`);
  return { kinds: cohort.kinds, deadline };
}

function composePreview(context: WriteContext, reminders: readonly Reminder[], { text }: Input) {
  for (const { group, title, members } of reminders) {
    const [member] = members;
    if (!member) continue;
    const email = composeReminder(context, group, member, { title, text });
    return { recipient: member.email, subject: email.subject, text: email.text, html: email.html };
  }
  return null;
}

async function queueReminder(
  context: WriteContext,
  { group, title, members, reply }: Reminder,
  { deadlineId, text }: Input,
): Promise<void> {
  if (reply.skipped !== null) return;
  await queueReminders(context, group, members, { title, text });
  await noteReminder(context, group.id, deadlineId);
  await recordAuditEntry(context, {
    action: 'reminder-sent',
    by: context.caller,
    subject: toGroupSubject(group),
    detail: title,
  });
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

/** Returns the time of each group's last reminder about the deadline. */
async function readLastReminders(db: Db, groupIds: readonly string[], deadlineId: string) {
  if (groupIds.length === 0) return new Map<string, string>();
  const rows = await db
    .selectFrom('board_reminders')
    .select(['group_id', 'queued_at'])
    .where(isIdInJsonArray(db, 'group_id', JSON.stringify(groupIds)))
    .where('deadline_id', '=', deadlineId)
    .execute();
  return new Map(rows.map(({ group_id, queued_at }) => [group_id, queued_at]));
}

// If the clock was wrong, the last reminder may be dated far in the future. It must not block further reminders.
const isTooSoon = (remindedAt: string | null, now: Date) =>
  remindedAt !== null && Math.abs(now.getTime() - Date.parse(remindedAt)) < pauseMs;

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
