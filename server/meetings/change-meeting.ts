import type { MeetingInput } from '#contract/meetings/meetings.ts';
import type { Caller } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';
import { actOnMeeting, recordMeetingEntry } from './act-on-meeting.ts';
import { getMeeting } from './read-meetings.ts';
import { requireValidContent } from './write-content.ts';
import { replaceContent } from './write-row.ts';

/** Changes an unconfirmed meeting of the caller. Throws the errors of `actOnMeeting`, or `invalid`. */
export async function changeMeeting(
  services: Services,
  caller: Caller,
  meetingId: string,
  { revision, ...input }: MeetingInput & { revision: number },
) {
  const act = { meetingId, revision, action: 'change' } as const;
  const meeting = await actOnMeeting(services, caller, act, async (context, locked) => {
    const { group, viewer } = locked;
    await requireValidContent(context, group.id, input);
    await replaceContent(context, locked, input, {});
    await recordMeetingEntry(context, locked, 'meeting-changed');
    return getMeeting(context.trx, group, viewer, meetingId);
  });
  return { message: 'Meeting changed', meeting };
}
