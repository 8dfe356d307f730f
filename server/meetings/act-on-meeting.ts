import { Problem } from '#contract/problem.ts';
import { type MeetingAction, nameMeeting } from '#contract/rules/meetings.ts';
import { recordAuditEntry, toGroupSubject } from '#server/audit/record-entry.ts';
import type { DatabaseRow } from '#server/db/tables.ts';
import type { WriteContext } from '#server/db/write-context.ts';
import { isGroupVisibleTo, type LockedGroup } from '#server/groups/group-access.ts';
import type { Caller } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';
import { writeAs } from '#server/session/write-as.ts';
import { lockMeetingGroup, type MeetingViewer } from './meeting-access.ts';
import { createMeetingNotFoundProblem, listRowActions } from './read-meetings.ts';

export type LockedMeeting = {
  group: LockedGroup;
  viewer: MeetingViewer;
  row: DatabaseRow<'meetings'>;
};

/** `revision` is that of the meeting that the caller has seen. */
type Act = { meetingId: string; revision: number; action: MeetingAction };

/**
 * Runs `work` under the lock of the meeting's group. Throws `not-found`, `cohort-closed`, `forbidden`, or `stale-version`
 * if the meeting was changed since the caller has read it, so that exactly one of two concurrent actions is done.
 */
export async function actOnMeeting<T>(
  services: Services,
  caller: Caller,
  { meetingId, revision, action }: Act,
  work: (context: WriteContext, meeting: LockedMeeting) => Promise<T>,
): Promise<T> {
  const result = await writeAs(services, caller, async (context) => {
    const meeting = await lockMeeting(context, meetingId);
    const { row, viewer } = meeting;
    if (row.revision !== revision) throw createStaleProblem(row);
    if (!listRowActions(row, viewer).includes(action)) throw createRefusal(action, row);
    return work(context, meeting);
  });
  services.mail.wake();
  return result;
}

/** Locks the group of a meeting and reads the meeting under the lock. Throws `not-found` or `cohort-closed`. */
export async function lockMeeting(
  context: WriteContext,
  meetingId: string,
): Promise<LockedMeeting> {
  const before = await findMeeting(context, meetingId);
  if (!before) throw createMeetingNotFoundProblem();
  const locked = await lockMeetingGroup(context, before.group_id);
  const row = await findMeeting(context, meetingId);
  if (!row) throw createMeetingNotFoundProblem();
  return { ...locked, row };
}

/** Returns undefined for a meeting of a group that the caller may not see. */
const findMeeting = ({ trx, caller }: WriteContext, meetingId: string) =>
  trx
    .selectFrom('meetings')
    .innerJoin('groups', 'groups.id', 'meetings.group_id')
    .selectAll('meetings')
    .where('meetings.id', '=', meetingId)
    .where(isGroupVisibleTo(caller))
    .executeTakeFirst();

const createStaleProblem = ({ confirmed_by_name, correction_by_name }: DatabaseRow<'meetings'>) => {
  const last = correction_by_name
    ? `${correction_by_name} proposed a correction of this meeting`
    : confirmed_by_name
      ? `${confirmed_by_name} confirmed this meeting`
      : 'Someone else changed this meeting';
  return new Problem('stale-version', `${last}. Check the current version, then try again.`);
};

const refusals: Record<MeetingAction, string> = {
  confirm: 'You can’t confirm a meeting that your own side recorded.',
  change: 'Only the person who recorded the meeting can change it, and only until it’s confirmed.',
  withdraw:
    'Only the person who recorded the meeting can withdraw it, and only until it’s confirmed.',
  propose: 'Confirm or decline the proposed correction first.',
  'drop-proposal': 'No correction of this meeting has been proposed.',
  correct: 'Only admins can correct a meeting without confirmation.',
};

function createRefusal(action: MeetingAction, row: DatabaseRow<'meetings'>): Problem {
  const isUnconfirmedProposal = action === 'propose' && row.correction === null;
  const message = isUnconfirmedProposal
    ? 'Your side recorded this meeting, and the other side hasn’t confirmed it yet.'
    : refusals[action];
  return new Problem('forbidden', message);
}

type MeetingAuditAction =
  | 'meeting-changed'
  | 'meeting-withdrawn'
  | 'meeting-confirmed'
  | 'meeting-correction-proposed'
  | 'meeting-correction-dropped'
  | 'meeting-corrected';

export function recordMeetingEntry(
  context: WriteContext,
  { group, row }: LockedMeeting,
  action: MeetingAuditAction,
  reason?: string,
): Promise<void> {
  const { services, caller } = context;
  const name = nameMeeting(row.held_at, services.config.timeZone);
  const detail = reason ? `${name}: ${reason}` : name;
  return recordAuditEntry(context, { action, by: caller, subject: toGroupSubject(group), detail });
}
