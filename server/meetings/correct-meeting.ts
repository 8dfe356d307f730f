import type { MeetingInput } from '#contract/meetings/meetings.ts';
import type { Caller } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';
import { actOnMeeting, recordMeetingEntry } from './act-on-meeting.ts';
import { notifyAboutMeeting } from './notify-about-meeting.ts';
import { getMeeting } from './read-meetings.ts';
import { requireValidContent } from './write-content.ts';
import { replaceContent } from './write-row.ts';

/**
 * Corrects a meeting as an admin. It stays confirmed if it is, and both sides see who corrected it and why. Throws the
 * errors of `actOnMeeting`, or `invalid`.
 */
export async function correctMeeting(
  services: Services,
  caller: Caller,
  meetingId: string,
  { revision, reason, ...input }: MeetingInput & { revision: number; reason: string },
) {
  const act = { meetingId, revision, action: 'correct' } as const;
  const meeting = await actOnMeeting(services, caller, act, async (context, locked) => {
    const { group, viewer, row } = locked;
    await requireValidContent(context, group.id, input);
    await replaceContent(context, locked, input, {
      office_by_name: caller.name,
      office_at: context.now.toISOString(),
      office_reason: reason,
    });
    await recordMeetingEntry(context, locked, 'meeting-corrected', reason);
    const about = { event: 'corrected', heldAt: row.held_at, from: undefined, reason } as const;
    await notifyAboutMeeting(context, group, about);
    return getMeeting(context.trx, group, viewer, meetingId);
  });
  return { message: 'Meeting corrected. Both sides will be notified.', meeting };
}
