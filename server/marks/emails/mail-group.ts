import { type Expression, expressionBuilder, sql } from 'kysely';
import { Problem } from '#contract/problem.ts';
import { listMilestones } from '#contract/rules/scheme.ts';
import { type AuditActor, recordAuditEntry, toGroupSubject } from '#server/audit/record-entry.ts';
import type { DatabaseRow, Db, Tables } from '#server/db/tables.ts';
import type { JobWriteContext, WriteContext } from '#server/db/write-context.ts';
import {
  createGroupNotFoundProblem,
  hasFullGroupAccess,
  lockGroupInAnyCohort,
} from '#server/groups/group-access.ts';
import { selectGroupsInOpenCohorts } from '#server/groups/lists/select-groups-in-scope.ts';
import { writeMember } from '#server/groups/write-group.ts';
import type { Caller } from '#server/http/serve.ts';
import { requireSchemePart } from '#server/marks/save-marks.ts';
import {
  createUnreachableMemberProblem,
  findRecipients,
  reachableMemberCondition,
} from '#server/notices/find-recipients.ts';
import type { Services } from '#server/services.ts';
import { writeAs } from '#server/session/write-as.ts';
import {
  findMarkers,
  findMarksToEmail,
  hasVivaChangedSinceEmail,
  readEmailableMarks,
} from './emailed-marks.ts';
import {
  buildMarksNotification,
  type MarksNotification,
  type MemberToEmail,
  type QueuedMarksEmail,
  queueMarksEmails,
} from './queue-marks-email.ts';

/** Time that the browser has to request emails after a save, in ms. After that, the server queues them itself. */
const requestGraceMs = 2 * 60_000;
const againMs = 60_000;

type Again = { again?: string[] | undefined; semester?: string | undefined };

/**
 * Queues emails about changed marks. Also queues an email with the current marks to each member in `again` whose marks
 * have not changed. Throws `too-often` if such a member was emailed less than a minute ago.
 */
export async function mailGroup(
  services: Services,
  caller: Caller,
  groupId: string,
  { again = [], semester }: Again = {},
) {
  const emails = await writeAs(services, caller, async (context) => {
    const { trx } = context;
    const group = await lockGroupInAnyCohort(trx, groupId);
    if (!hasFullGroupAccess(caller, group)) throw createGroupNotFoundProblem();
    const owed = await queuePendingEmails(context, caller, group);
    const emailedIds = new Set(owed.map(({ memberId }) => memberId));
    const left = again.filter((id) => !emailedIds.has(id));
    return [...owed, ...(await queueAgain(context, group, left, semester))];
  });
  if (emails.length > 0) services.mail.wake();
  const queued = emails.length;
  return { message: formatQueued(queued), queued, emailIds: emails.map(({ id }) => id) };
}

const formatQueued = (queued: number) =>
  queued === 0 ? 'Every member has been emailed already.' : `${counted(queued)} queued.`;
const counted = (count: number) => (count === 1 ? '1 email is' : `${count} emails are`);

const membersOf = (db: Db, groupId: string): Promise<MemberToEmail[]> =>
  db
    .selectFrom('members')
    .select(['id', 'name', 'email', 'notified_viva_revision'])
    .where('group_id', '=', groupId)
    .orderBy('position')
    .execute();

/** Queues an email to each member with changed marks or viva record. The caller must hold the group's lock. */
export async function queuePendingEmails(
  context: JobWriteContext,
  by: AuditActor,
  group: DatabaseRow<'groups'>,
): Promise<QueuedMarksEmail[]> {
  const { trx, services } = context;
  const { scheme } = await services.content.cohort(trx, group.cohort_id);
  const messages: MarksNotification[] = [];
  const members = await membersOf(trx, group.id);
  const find = await findRecipients(trx, 'marks', members.map(toMember));
  const reachable = members.filter((member) => find(toMember(member)));
  for (const member of reachable) {
    const marks = await findMarksToEmail(trx, scheme, group.id, member.id);
    const isVivaNotified = await hasVivaChangedSinceEmail(
      trx,
      group,
      member.notified_viva_revision,
    );
    if (marks.length === 0 && !isVivaNotified) continue;
    const by = await findMarkers(trx, group, marks, isVivaNotified);
    messages.push(buildMarksNotification(services, group, member, { marks, isVivaNotified, by }));
  }
  await recordNotified(trx, group, reachable);
  const emails = await queueMarksEmails(context, messages);
  if (emails.length > 0) {
    const count = `${emails.length} ${emails.length === 1 ? 'email' : 'emails'} to members`;
    const detail = by === 'portal' ? `${count}, owed since a save` : count;
    const subject = toGroupSubject(group);
    await recordAuditEntry(context, { action: 'letters-requested', by, subject, detail });
  }
  return emails;
}

/** Records all current values as emailed, even those that were changed back and therefore need no email. */
async function recordNotified(
  trx: Db,
  group: DatabaseRow<'groups'>,
  members: readonly MemberToEmail[],
) {
  for (const { id, notified_viva_revision } of members) {
    await trx
      .updateTable('marks')
      .set((eb) => ({ notified_revision: eb.ref('revision') }))
      .where('member_id', '=', id)
      .whereRef('revision', '>', 'notified_revision')
      .execute();
    if (notified_viva_revision === group.viva_revision) continue;
    await writeMember(trx, id, { notified_viva_revision: group.viva_revision });
  }
}

async function queueAgain(
  context: WriteContext,
  group: DatabaseRow<'groups'>,
  memberIds: readonly string[],
  semester: string | undefined,
): Promise<QueuedMarksEmail[]> {
  const { trx, services, caller, now } = context;
  if (memberIds.length === 0) return [];
  const { scheme } = await services.content.cohort(trx, group.cohort_id);
  const part = semester === undefined ? undefined : requireSchemePart(scheme, semester);
  const milestones = part?.milestones ?? listMilestones(scheme);
  const all = await membersOf(trx, group.id);
  const members = all.filter(({ id }) => memberIds.includes(id));
  if (members.length < new Set(memberIds).size) {
    throw new Problem('invalid', 'This person is not a member of this group.');
  }
  const messages: MarksNotification[] = [];
  const find = await findRecipients(trx, 'marks', members.map(toMember));
  for (const member of members) {
    if (!find(toMember(member))) throw createUnreachableMemberProblem(member);
    await requireNotJustEmailed(trx, member, now);
    const marks = await readEmailableMarks(trx, milestones, member.id);
    const isVivaNotified = group.viva_revision > 0 && (part === undefined || part.viva === true);
    if (marks.length === 0 && !isVivaNotified) {
      const where = semester ? ` on ${semester}` : '';
      throw new Problem('invalid', `${member.name} has no marks${where} yet: nothing was sent.`);
    }
    const by = await findMarkers(trx, group, marks, isVivaNotified);
    const content = { marks, isVivaNotified, by, sentAgainBy: caller.name };
    messages.push(buildMarksNotification(services, group, member, content));
  }
  const emails = await queueMarksEmails(context, messages);
  const names = members.map(({ name }) => name).join(', ');
  const detail = `sent again to ${names}: ${semester ?? 'all marks'}`;
  const subject = toGroupSubject(group);
  await recordAuditEntry(context, { action: 'letters-requested', by: caller, subject, detail });
  return emails;
}

const toMember = ({ id }: MemberToEmail) => ({ memberId: id });

async function requireNotJustEmailed(db: Db, member: MemberToEmail, now: Date): Promise<void> {
  const at = (ms: number) => new Date(now.getTime() + ms).toISOString();
  const recent = await db
    .selectFrom('emails')
    .select('queued_at')
    .where('member_id', '=', member.id)
    .where('queued_at', '>', at(-againMs))
    // Ignore emails that a wrong clock has dated in the future: they would block new emails for too long.
    .where('queued_at', '<', at(againMs))
    .orderBy('queued_at', 'desc')
    .executeTakeFirst();
  if (!recent) return;
  const leftMs = Date.parse(recent.queued_at) + againMs - now.getTime();
  const retryAfter = Math.max(1, Math.ceil(leftMs / 1000));
  throw new Problem(
    'too-often',
    `${member.name} got an email less than a minute ago: nothing was sent. Try again in ${retryAfter} s.`,
    { retryAfter },
  );
}

/** Queues emails not requested within two minutes of the save, or of saves that a wrong clock dated in the future. */
export async function queueOverdueMarksEmails(services: Services): Promise<void> {
  const now = services.clock().getTime();
  const since = new Date(now - requestGraceMs).toISOString();
  const ahead = new Date(now + requestGraceMs).toISOString();
  const owed = await listGroupsWithOldSaves(services.db, since, ahead);
  let queued = 0;
  for (const { id } of owed) {
    const emails = await services.db.transaction().execute(async (trx) => {
      const group = await lockGroupInAnyCohort(trx, id);
      return queuePendingEmails({ trx, services, now: services.clock() }, 'portal', group);
    });
    queued += emails.length;
  }
  if (queued > 0) services.mail.wake();
}

/**
 * Returns the groups with a member who has not been emailed about marks or a viva record saved before `since` or after
 * `ahead`. Vivas of closed cohorts are omitted: their emails were queued when the cohort was closed.
 */
async function listGroupsWithOldSaves(db: Db, since: string, ahead: string) {
  const isOld = (changedAt: Expression<string | null>) => {
    const eb = expressionBuilder<Tables>();
    return eb.or([eb(changedAt, '<', since), eb(changedAt, '>', ahead)]);
  };
  const withOldMarks = db
    .selectFrom('marks')
    .innerJoin('members', 'members.id', 'marks.member_id')
    .innerJoin('groups', 'groups.id', 'members.group_id')
    .leftJoin('users', 'users.id', 'members.user_id')
    .select('groups.id')
    .where(reachableMemberCondition)
    .where('groups.deleted_at', 'is', null)
    .whereRef('marks.revision', '>', 'marks.notified_revision')
    .where((eb) => isOld(eb.ref('marks.changed_at')));
  const withOldVivas = selectGroupsInOpenCohorts(db)
    .innerJoin('members', 'members.group_id', 'groups.id')
    .leftJoin('users', 'users.id', 'members.user_id')
    .select('groups.id')
    .where(reachableMemberCondition)
    .where('groups.deleted_at', 'is', null)
    .where('groups.viva_revision', '>', sql.lit(0))
    .whereRef('groups.viva_revision', '>', 'members.notified_viva_revision')
    .where((eb) => isOld(eb.ref('groups.viva_changed_at')));
  return withOldMarks.union(withOldVivas).execute();
}
