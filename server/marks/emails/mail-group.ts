import { type Expression, expressionBuilder, sql } from 'kysely';
import { Problem } from '#contract/problem.ts';
import { listMilestones } from '#contract/rules/scheme.ts';
import { type AuditActor, recordAuditEntry, toGroupSubject } from '#server/audit/record-entry.ts';
import { isCurrentMember } from '#server/db/current-member.ts';
import type { DatabaseRow, Db, Tables } from '#server/db/tables.ts';
import type { JobWriteContext, WriteContext } from '#server/db/write-context.ts';
import {
  createGroupNotFoundProblem,
  hasFullGroupAccess,
  lockGroupInAnyCohort,
} from '#server/groups/group-access.ts';
import { selectGroupsInOpenCohorts } from '#server/groups/lists/select-groups-in-scope.ts';
import { setNotifiedVivaRevision } from '#server/groups/write-group.ts';
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
  readChangedMarks,
  readEmailableMarks,
  readPossibleMarkers,
  toMarksToEmail,
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
  queued === 0
    ? 'No new emails: no member who can receive them has changes since their last email.'
    : `${counted(queued)} queued.`;
const counted = (count: number) => (count === 1 ? '1 email is' : `${count} emails are`);

const selectMembers = (db: Db, groupId: string) =>
  db
    .selectFrom('members')
    .leftJoin('users', 'users.id', 'members.user_id')
    .select(['members.id', 'members.name', 'members.email', 'notified_viva_revision'])
    .where('group_id', '=', groupId)
    .where(isCurrentMember)
    .orderBy('position');

/** Queues an email to each member with changed marks or viva record. The caller must hold the group's lock. */
export async function queuePendingEmails(
  context: JobWriteContext,
  by: AuditActor,
  group: DatabaseRow<'groups'>,
): Promise<QueuedMarksEmail[]> {
  const { trx, services } = context;
  const [{ scheme }, members, changed, users] = await Promise.all([
    services.content.cohort(trx, group.cohort_id),
    selectMembers(trx, group.id).where(reachableMemberCondition).execute(),
    readChangedMarks(trx, group.id),
    readPossibleMarkers(trx, group),
  ]);
  const [allMarks, vivaChanges] = await Promise.all([
    findMarksToEmail(trx, scheme, group.id, changed),
    Promise.all(
      members.map((member) => hasVivaChangedSinceEmail(trx, group, member.notified_viva_revision)),
    ),
  ]);
  const messages = members.flatMap((member, index): MarksNotification[] => {
    const marks = allMarks.filter(({ member_id }) => member_id === member.id);
    const isVivaNotified = vivaChanges[index] === true;
    if (marks.length === 0 && !isVivaNotified) return [];
    const markers = findMarkers(users, group, marks, isVivaNotified);
    const content = { marks, isVivaNotified, by: markers };
    return [buildMarksNotification(services, group, member, content)];
  });
  await recordNotified(trx, group, members);
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
  { viva_revision }: DatabaseRow<'groups'>,
  members: readonly MemberToEmail[],
) {
  if (members.length === 0) return;
  const ids = members.map(({ id }) => id);
  const marks = trx
    .updateTable('marks')
    .set((eb) => ({ notified_revision: eb.ref('revision') }))
    .where('member_id', 'in', ids)
    .whereRef('revision', '>', 'notified_revision');
  await marks.execute();
  await setNotifiedVivaRevision(trx, ids, viva_revision);
}

async function queueAgain(
  context: WriteContext,
  group: DatabaseRow<'groups'>,
  memberIds: readonly string[],
  semester: string | undefined,
): Promise<QueuedMarksEmail[]> {
  const { trx, services, caller, now } = context;
  if (memberIds.length === 0) return [];
  const [{ scheme }, all, emailable, users, recent, find] = await Promise.all([
    services.content.cohort(trx, group.cohort_id),
    selectMembers(trx, group.id).execute(),
    readEmailableMarks(trx, group.id),
    readPossibleMarkers(trx, group),
    readRecentEmails(trx, memberIds, now),
    findRecipients(trx, 'marks', memberIds.map(toMember)),
  ]);
  const part = semester === undefined ? undefined : requireSchemePart(scheme, semester);
  const allMarks = toMarksToEmail(part?.milestones ?? listMilestones(scheme), emailable);
  const members = all.filter(({ id }) => memberIds.includes(id));
  if (members.length < new Set(memberIds).size) {
    throw new Problem('invalid', 'This person is not a member of this group.');
  }
  const messages = members.map((member): MarksNotification => {
    if (!find(toMember(member.id))) throw createUnreachableMemberProblem(member);
    requireNotJustEmailed(member, recent, now);
    const marks = allMarks.filter(({ member_id }) => member_id === member.id);
    const isVivaNotified = group.viva_revision > 0 && (part === undefined || part.viva === true);
    if (marks.length === 0 && !isVivaNotified) {
      const where = semester ? ` on ${semester}` : '';
      throw new Problem('invalid', `${member.name} has no marks${where} yet: nothing was sent.`);
    }
    const by = findMarkers(users, group, marks, isVivaNotified);
    const content = { marks, isVivaNotified, by, sentAgainBy: caller.name };
    return buildMarksNotification(services, group, member, content);
  });
  const emails = await queueMarksEmails(context, messages);
  const names = members.map(({ name }) => name).join(', ');
  const detail = `sent again to ${names}: ${semester ?? 'all marks'}`;
  const subject = toGroupSubject(group);
  await recordAuditEntry(context, { action: 'letters-requested', by: caller, subject, detail });
  return emails;
}

const toMember = (memberId: string) => ({ memberId });

/** Returns the emails to the members of the last minute, the newest first. */
const readRecentEmails = (db: Db, memberIds: readonly string[], now: Date) =>
  db
    .selectFrom('emails')
    .select(['member_id', 'queued_at'])
    .where('member_id', 'in', memberIds)
    .where('queued_at', '>', new Date(now.getTime() - againMs).toISOString())
    // Ignore emails that a wrong clock has dated in the future: they would block new emails for too long.
    .where('queued_at', '<', new Date(now.getTime() + againMs).toISOString())
    .orderBy('queued_at', 'desc')
    .execute();

function requireNotJustEmailed(
  { id, name }: MemberToEmail,
  recent: Awaited<ReturnType<typeof readRecentEmails>>,
  now: Date,
): void {
  const last = recent.find(({ member_id }) => member_id === id);
  if (!last) return;
  const leftMs = Date.parse(last.queued_at) + againMs - now.getTime();
  const retryAfter = Math.max(1, Math.ceil(leftMs / 1000));
  throw new Problem(
    'too-often',
    `${name} got an email less than a minute ago: nothing was sent. Try again in ${retryAfter} s.`,
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
