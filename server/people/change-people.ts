import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import type { changePeople as endpoint } from '#contract/people.ts';
import { Problem } from '#contract/problem.ts';
import { formatCalendarDate, formatDate } from '#contract/values/time.ts';
import { requireFresh } from '#server/admin/require-fresh.ts';
import { lockStaffAccounts } from '#server/admin/resolve-staff.ts';
import { recordAuditEntry, toGroupSubject } from '#server/audit/record-entry.ts';
import { isIdInJsonArray } from '#server/db/prepared-query.ts';
import type { Db } from '#server/db/tables.ts';
import type { WriteContext } from '#server/db/write-context.ts';
import { recordGroupChanges } from '#server/groups/changes/record-changes.ts';
import { requireStudentEmails } from '#server/groups/claims/require-student-emails.ts';
import { incrementGroupVersion } from '#server/groups/write-group.ts';
import type { Caller } from '#server/http/serve.ts';
import { quoteUserText } from '#server/mail/quoted.ts';
import type { Services } from '#server/services.ts';
import { writeAs } from '#server/session/write-as.ts';
import { applyPlan } from './apply-plan.ts';
import { type ChangeFacts, lockChangeFacts } from './change-facts.ts';
import { formatChange } from './format-change.ts';
import { joinGroup } from './join-group.ts';
import { notifyAround } from './notify-people.ts';
import { type PeopleState, readPeopleState } from './people-state.ts';
import { type ChangePlan, planChange } from './plan-change.ts';
import { replaceSupervisor } from './replace-supervisor.ts';
import { requireNoConflictAfter } from './role-conflicts.ts';

export type ChangeRequest = z.output<typeof endpoint.body>;

/** Changes the people of a group. Throws `not-found`, `invalid`, `stale-version`, `already-in-group` or `cohort-closed`. */
export async function changePeople(
  services: Services,
  caller: Caller,
  groupId: string,
  request: ChangeRequest,
) {
  const { summary } = await writeAs(services, caller, (context) =>
    applyPeopleChange(context, groupId, request),
  );
  services.mail.wake();
  return { message: summary };
}

/** Applies a change in the transaction and returns what the preview shows. */
export async function applyPeopleChange(
  context: WriteContext,
  groupId: string,
  request: ChangeRequest,
) {
  const { trx, services } = context;
  const { change, on, versions } = request;
  // Staff names are locked before groups.
  const chosen = change.kind === 'supervisor' ? await lockStaffAccounts(trx, change) : [];
  const facts = await lockChangeFacts(context, groupId, request);
  const groups = listGroups(facts);
  for (const group of groups)
    await requireFresh(trx, group, versions?.[group.id], services.config.timeZone);
  requirePastDate(context, on);
  const plan = planChange(facts);
  if (plan.become !== 'former') await requireStudents(trx, change, plan);
  if (plan.become === 'moved') await requireDecidedReviews(trx, plan);
  const scope = {
    memberIds: [...plan.members.map(({ id }) => id), ...plan.returning.map(({ to }) => to)],
    groupIds: groups.map(({ id }) => id),
    supervisorOf: change.kind === 'supervisor' ? groupId : undefined,
  };
  const before = await readPeopleState(trx, scope);
  const summary = formatChange(facts, plan);
  if (change.kind === 'join') {
    const news = { ...buildNews(facts, plan), skipsJoined: true };
    const { states, emailIds } = await joinGroup(context, facts.source, change.member, news);
    await recordChange(context, facts, { summary, ...states });
    return { facts, plan, summary, emailIds };
  }
  const moved: NonNullable<PeopleState['moved']> = [];
  const emailIds = await requireNoConflictAfter(trx, scope.groupIds, () =>
    change.kind === 'supervisor'
      ? replaceSupervisor(context, facts.source.group, change, chosen)
      : notifyAround(context, buildNews(facts, plan), async () => {
          moved.push(...(await applyPlan(context, facts, plan, before.members)));
        }),
  );
  const addedIds = moved.map(({ to }) => to).filter((id) => !scope.memberIds.includes(id));
  const after = await readPeopleState(trx, {
    ...scope,
    memberIds: [...scope.memberIds, ...addedIds],
  });
  const states = {
    before: addJoined(context, before, after, addedIds),
    after: { ...after, moved },
  };
  await recordChange(context, facts, { summary, ...states });
  return { facts, plan, summary, emailIds };
}

/** Adds the rows of members who joined, who before have left without a departure: an undo keeps the rows. */
function addJoined(
  { now }: WriteContext,
  before: PeopleState,
  after: PeopleState,
  ids: readonly string[],
): PeopleState {
  const joined = after.members.filter(({ memberId }) => ids.includes(memberId));
  const leftAt = now.toISOString();
  return { ...before, members: [...joined.map((row) => ({ ...row, leftAt })), ...before.members] };
}

/** Throws `invalid` if a member who returns or moves has the email of a staff account. */
function requireStudents(
  db: Db,
  change: ChangeRequest['change'],
  { members }: ChangePlan,
): Promise<void> {
  const field = 'toGroup' in change ? 'change.toGroup' : 'change.memberId';
  const remedy = 'Change the role of this account under Users first.';
  return requireStudentEmails(
    db,
    members.map(({ email }) => ({ email, field })),
    remedy,
  );
}

/** Throws `invalid` if a member who moves has asked for a review, which could no longer be decided. */
async function requireDecidedReviews(db: Db, { members }: ChangePlan): Promise<void> {
  const open = await db
    .selectFrom('mark_reviews')
    .select('member_id')
    .where(isIdInJsonArray(db, 'member_id', JSON.stringify(members.map(({ id }) => id))))
    .where('decision', 'is', null)
    .executeTakeFirst();
  const member = members.find(({ id }) => id === open?.member_id);
  if (!member) return;
  const message = `${member.name} requested a review of a mark. Decide on it on your desk first.`;
  throw new Problem('invalid', message, { fields: { 'change.memberId': message } });
}

export const listGroups = ({ source, target }: Pick<ChangeFacts, 'source' | 'target'>) =>
  target ? [source.group, target.group] : [source.group];

function requirePastDate({ services, now }: WriteContext, on: string): void {
  const today = formatCalendarDate(now, services.config.timeZone);
  if (on <= today) return;
  const message = `Changes take effect immediately, so choose ${formatDate(today)} or an earlier date.`;
  throw new Problem('invalid', message, { fields: { on: message } });
}

const readableSentence = 'You can still see your marks, feedback and files on the Marks page.';
const personalSentences = {
  former: readableSentence,
  current: undefined,
  moved: readableSentence,
};

function buildNews(facts: ChangeFacts, plan: ChangePlan) {
  const sentence = personalSentences[plan.become];
  return {
    groups: listGroups(facts),
    text: formatChange(facts, plan),
    emailText: formatChange(facts, plan, quoteUserText),
    skipsJoined: plan.become === 'moved',
    personal: new Map(sentence === undefined ? [] : plan.members.map(({ id }) => [id, sentence])),
  };
}

type Recorded = { summary: string; before: PeopleState; after: PeopleState };

async function recordChange(
  context: WriteContext,
  { change, reason, source, target }: ChangeFacts,
  { summary, before, after }: Recorded,
): Promise<void> {
  const { trx, caller, now } = context;
  const added = trx.insertInto('people_changes').values({
    id: randomUUID(),
    group_id: source.group.id,
    to_group_id: target?.group.id ?? null,
    summary,
    reason,
    state_before: JSON.stringify(before),
    state_after: JSON.stringify(after),
    made_at: now.toISOString(),
    made_by: caller.userId,
    made_by_name: caller.name,
    undone_at: null,
  });
  await added.execute();
  for (const group of listGroups({ source, target })) {
    const entry = { part: 'people', field: change.kind, from: reason, to: summary };
    await recordGroupChanges(context, group.id, [entry]);
    await incrementGroupVersion(context, group.id);
  }
  await recordAuditEntry(context, {
    action: 'people-changed',
    by: caller,
    subject: toGroupSubject(source.group),
    detail: `${summary} Reason: ${reason}`,
  });
}
