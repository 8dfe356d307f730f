import type { Caller } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';
import { actOnMeeting, recordMeetingEntry } from './act-on-meeting.ts';

/** Deletes an unconfirmed meeting of the caller. Throws the errors of `actOnMeeting`. */
export async function withdrawMeeting(
  services: Services,
  caller: Caller,
  meetingId: string,
  revision: number,
) {
  const act = { meetingId, revision, action: 'withdraw' } as const;
  await actOnMeeting(services, caller, act, async (context, locked) => {
    const { trx } = context;
    for (const table of ['meeting_steps', 'meeting_attendance'] as const) {
      await trx.deleteFrom(table).where('meeting_id', '=', meetingId).execute();
    }
    await trx.deleteFrom('meetings').where('id', '=', meetingId).execute();
    await recordMeetingEntry(context, locked, 'meeting-withdrawn');
  });
  return { message: 'Meeting withdrawn' };
}
