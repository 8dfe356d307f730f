import type { MeetingInput } from '#contract/meetings/meetings.ts';
import type { Caller } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';
import { actOnMeeting, recordMeetingEntry } from './act-on-meeting.ts';
import { getSide } from './meeting-access.ts';
import { notifyAboutMeeting } from './notify-about-meeting.ts';
import { getMeeting } from './read-meetings.ts';
import { requireValidContent } from './write-content.ts';
import { noCorrection, updateMeeting } from './write-row.ts';

/** Stores a proposed correction, which replaces an earlier one of the same side. Throws as `actOnMeeting`, or `invalid`. */
export async function proposeCorrection(
  services: Services,
  caller: Caller,
  meetingId: string,
  { revision, ...input }: MeetingInput & { revision: number },
) {
  const act = { meetingId, revision, action: 'propose' } as const;
  const meeting = await actOnMeeting(services, caller, act, async (context, locked) => {
    const { group, viewer, row } = locked;
    const side = getSide(viewer);
    await requireValidContent(context, group.id, input);
    await updateMeeting(context, locked, {
      correction: JSON.stringify(input),
      correction_by: caller.userId,
      correction_by_name: caller.name,
      correction_side: side,
      correction_at: context.now.toISOString(),
    });
    await recordMeetingEntry(context, locked, 'meeting-correction-proposed');
    const about = { event: 'correction-proposed', heldAt: row.held_at, from: side } as const;
    await notifyAboutMeeting(context, group, about);
    return getMeeting(context.trx, group, viewer, meetingId);
  });
  return { message: 'Correction proposed. The other side can now confirm it.', meeting };
}

/** Drops a proposed correction. If the other side had proposed it, that side is notified. */
export async function dropCorrection(
  services: Services,
  caller: Caller,
  meetingId: string,
  revision: number,
) {
  const act = { meetingId, revision, action: 'drop-proposal' } as const;
  return actOnMeeting(services, caller, act, async (context, locked) => {
    const { group, viewer, row } = locked;
    const side = getSide(viewer);
    const isDeclined = row.correction_side !== side;
    await updateMeeting(context, locked, noCorrection);
    await recordMeetingEntry(context, locked, 'meeting-correction-dropped');
    if (isDeclined) {
      const about = { event: 'correction-declined', heldAt: row.held_at, from: side } as const;
      await notifyAboutMeeting(context, group, about);
    }
    const meeting = await getMeeting(context.trx, group, viewer, meetingId);
    return { message: `Correction ${isDeclined ? 'declined' : 'withdrawn'}`, meeting };
  });
}
