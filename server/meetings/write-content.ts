import { randomUUID } from 'node:crypto';
import type { MeetingInput } from '#contract/meetings/meetings.ts';
import { Problem } from '#contract/problem.ts';
import { formatCalendarDate, formatDate } from '#contract/values/time.ts';
import { isUniqueViolation } from '#server/db/connect.ts';
import { isCurrentMember } from '#server/db/current-member.ts';
import type { WriteContext } from '#server/db/write-context.ts';

const maxAgeMs = 366 * 24 * 3_600_000;

/** Throws `invalid` if the content does not fit the time or the group's members. Call it under the group's lock. */
export async function requireValidContent(
  { trx, services, now }: WriteContext,
  groupId: string,
  input: MeetingInput,
): Promise<void> {
  const members = await trx
    .selectFrom('members')
    .select(['id', isCurrentMember.as('isCurrent')])
    .where('group_id', '=', groupId)
    .execute();
  const memberIds = members.map(({ id }) => id);
  const currentIds = members.filter(({ isCurrent }) => isCurrent).map(({ id }) => id);
  const fields = {
    ...findDateError(input, now),
    ...findAttendanceError(input, { currentIds, memberIds }),
    ...findStepErrors(input, memberIds, services.config.timeZone),
  };
  const [message] = Object.values(fields);
  if (message !== undefined) throw new Problem('invalid', message, { fields });
}

function findDateError({ heldAt }: MeetingInput, now: Date): Record<string, string> {
  const age = now.getTime() - Date.parse(heldAt);
  if (age < 0) return { heldAt: 'You can record a meeting once it has started.' };
  return age > maxAgeMs ? { heldAt: 'This date is more than a year ago.' } : {};
}

function findAttendanceError(
  { attendance }: MeetingInput,
  { currentIds, memberIds }: Readonly<Record<'currentIds' | 'memberIds', readonly string[]>>,
): Record<string, string> {
  const listed = new Set(attendance.map(({ memberId }) => memberId));
  const isComplete =
    listed.size === attendance.length &&
    currentIds.every((id) => listed.has(id)) &&
    // A corrected meeting keeps the attendance of members who have left since.
    attendance.every(({ memberId }) => memberIds.includes(memberId));
  const message = 'Choose each member’s attendance. If the members have changed, reload the page.';
  return isComplete ? {} : { attendance: message };
}

function findStepErrors(
  { steps, heldAt }: MeetingInput,
  memberIds: readonly string[],
  timeZone: string,
): Record<string, string> {
  const day = formatCalendarDate(heldAt, timeZone);
  const errors = steps.flatMap(({ ownerId, due }, index): [string, string][] => [
    ...(ownerId === null || memberIds.includes(ownerId)
      ? []
      : [[`steps.${index}.ownerId`, 'Choose a member or the supervisor.'] as [string, string]]),
    ...(due < day
      ? [[`steps.${index}.due`, `Choose ${formatDate(day)} or a later date.`] as [string, string]]
      : []),
  ]);
  return Object.fromEntries(errors);
}

/** Throws `stale-version` if `write` gives a meeting the time of another meeting of the group. */
export async function refuseSecondMeeting(write: Promise<unknown>): Promise<void> {
  try {
    await write;
  } catch (error) {
    if (!isUniqueViolation(error, 'meetings', 'group_id')) throw error;
    const message = 'A meeting of the group at this time is already recorded. Reload the page.';
    throw new Problem('stale-version', message);
  }
}

/** Replaces attendance and steps of a meeting. A step that the meeting already has stays done. */
export async function writeAttendanceAndSteps(
  { trx }: WriteContext,
  meetingId: string,
  { attendance, steps }: MeetingInput,
): Promise<void> {
  const stored = await trx
    .selectFrom('meeting_steps')
    .select(['id', 'done_at', 'done_by_name'])
    .where('meeting_id', '=', meetingId)
    .execute();
  await trx.deleteFrom('meeting_attendance').where('meeting_id', '=', meetingId).execute();
  await trx.deleteFrom('meeting_steps').where('meeting_id', '=', meetingId).execute();
  if (attendance.length > 0) {
    const rows = attendance.map(({ memberId, state }) => ({
      meeting_id: meetingId,
      member_id: memberId,
      state,
    }));
    await trx.insertInto('meeting_attendance').values(rows).execute();
  }
  if (steps.length === 0) return;
  const rows = steps.map(({ _id, text, ownerId, due }, position) => {
    const before = stored.find(({ id }) => id === _id);
    // A step may be listed only once, because its id is the primary key.
    const isFirst = steps.findIndex((step) => step._id === _id) === position;
    return {
      id: before && isFirst ? before.id : randomUUID(),
      meeting_id: meetingId,
      position,
      text,
      owner_member_id: ownerId,
      due_date: due,
      done_at: before?.done_at ?? null,
      done_by_name: before?.done_by_name ?? null,
    };
  });
  await trx.insertInto('meeting_steps').values(rows).execute();
}
