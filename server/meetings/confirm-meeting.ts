import type { MeetingInput } from '#contract/meetings/meetings.ts';
import type { WriteContext } from '#server/db/write-context.ts';
import type { Caller } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';
import { actOnMeeting, type LockedMeeting, recordMeetingEntry } from './act-on-meeting.ts';
import { getSide } from './meeting-access.ts';
import { notifyAboutMeeting } from './notify-about-meeting.ts';
import { getMeeting } from './read-meetings.ts';
import { requireValidContent } from './write-content.ts';
import { noCorrection, replaceContent, updateMeeting } from './write-row.ts';

/**
 * Confirms a correction that the other side has proposed, or else the meeting that the other side has recorded. Throws the
 * errors of `actOnMeeting`, or `invalid` if the correction no longer fits the members of the group.
 */
export async function confirmMeeting(
  services: Services,
  caller: Caller,
  meetingId: string,
  revision: number,
) {
  const act = { meetingId, revision, action: 'confirm' } as const;
  return actOnMeeting(services, caller, act, async (context, locked) => {
    const { group, viewer, row } = locked;
    const side = getSide(viewer);
    const isCorrection = row.correction !== null && row.correction_side !== side;
    await (isCorrection ? applyCorrection : confirm)(context, locked);
    await recordMeetingEntry(context, locked, 'meeting-confirmed');
    const event = isCorrection ? 'correction-confirmed' : 'confirmed';
    const meeting = await getMeeting(context.trx, group, viewer, meetingId);
    await notifyAboutMeeting(context, group, { event, heldAt: meeting.heldAt, from: side });
    const what = isCorrection ? 'Correction' : 'Meeting';
    return { message: `${what} confirmed`, meeting };
  });
}

const buildConfirmation = ({ caller, now }: WriteContext) => ({
  confirmed_by: caller.userId,
  confirmed_by_name: caller.name,
  confirmed_at: now.toISOString(),
});

/** Confirming the recorded version also drops a correction that the caller's own side has proposed. */
const confirm = (context: WriteContext, locked: LockedMeeting) =>
  updateMeeting(context, locked, { ...buildConfirmation(context), ...noCorrection });

/** Replaces the content. The person who proposed the correction becomes its author. */
async function applyCorrection(context: WriteContext, locked: LockedMeeting): Promise<void> {
  const { correction, correction_by, correction_by_name, correction_side, correction_at } =
    locked.row;
  if (!correction || !correction_by || !correction_by_name || !correction_side || !correction_at) {
    throw new Error('A proposed correction has an author and a time.');
  }
  const input = JSON.parse(correction) as MeetingInput;
  await requireValidContent(context, locked.group.id, input);
  await replaceContent(context, locked, input, {
    written_by: correction_by,
    written_by_name: correction_by_name,
    written_side: correction_side,
    written_at: correction_at,
    ...buildConfirmation(context),
  });
}
