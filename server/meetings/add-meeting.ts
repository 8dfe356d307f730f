import { randomUUID } from 'node:crypto';
import type { MeetingInput } from '#contract/meetings/meetings.ts';
import { nameMeeting } from '#contract/rules/meetings.ts';
import { recordAuditEntry, toGroupSubject } from '#server/audit/record-entry.ts';
import { requireConfirmedEmail } from '#server/groups/group-access.ts';
import type { Caller } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';
import { writeAs } from '#server/session/write-as.ts';
import { getSide, lockMeetingGroup } from './meeting-access.ts';
import { notifyAboutMeeting } from './notify-about-meeting.ts';
import { getMeeting } from './read-meetings.ts';
import {
  refuseSecondMeeting,
  requireValidContent,
  writeAttendanceAndSteps,
} from './write-content.ts';

/** Records a meeting and notifies the other side. Throws `not-found`, `forbidden`, `invalid` or `cohort-closed`. */
export async function addMeeting(
  services: Services,
  caller: Caller,
  groupId: string,
  input: MeetingInput,
) {
  if (caller.role === 'student') requireConfirmedEmail(caller);
  const meeting = await writeAs(services, caller, async (context) => {
    const { trx, now } = context;
    const { group, viewer } = await lockMeetingGroup(context, groupId);
    const side = getSide(viewer);
    await requireValidContent(context, groupId, input);
    const id = randomUUID();
    const row = {
      id,
      group_id: groupId,
      recorded_at: now.toISOString(),
      held_at: new Date(input.heldAt).toISOString(),
      minutes: input.minutes,
      decisions: input.decisions,
      written_by: caller.userId,
      written_by_name: caller.name,
      written_side: side,
      written_at: now.toISOString(),
      revision: 1,
    };
    await refuseSecondMeeting(trx.insertInto('meetings').values(row).execute());
    await writeAttendanceAndSteps(context, id, input);
    const detail = nameMeeting(row.held_at, services.config.timeZone);
    const subject = toGroupSubject(group);
    await recordAuditEntry(context, { action: 'meeting-recorded', by: caller, subject, detail });
    const about = { event: 'recorded', heldAt: row.held_at, from: side } as const;
    await notifyAboutMeeting(context, group, about);
    return getMeeting(trx, group, viewer, id);
  });
  services.mail.wake();
  const confirmer = meeting.side === 'group' ? 'Your supervisor' : 'A member of the group';
  return { message: `Meeting recorded. ${confirmer} can now confirm it.`, meeting };
}
