import type { MeetingInput } from '#contract/meetings/meetings.ts';
import type { DatabaseRow } from '#server/db/tables.ts';
import type { WriteContext } from '#server/db/write-context.ts';
import type { LockedMeeting } from './act-on-meeting.ts';
import { refuseSecondMeeting, writeAttendanceAndSteps } from './write-content.ts';

type Columns = Partial<DatabaseRow<'meetings'>>;

/** Columns of a meeting without a proposed correction. */
export const noCorrection = {
  correction: null,
  correction_by: null,
  correction_by_name: null,
  correction_side: null,
  correction_at: null,
} as const satisfies Columns;

/** Updates a locked meeting and increases its revision. */
export function updateMeeting(
  { trx }: WriteContext,
  { row }: LockedMeeting,
  columns: Columns,
): Promise<unknown> {
  const update = trx
    .updateTable('meetings')
    .set({ ...columns, revision: row.revision + 1 })
    .where('id', '=', row.id);
  return refuseSecondMeeting(update.execute());
}

/** Replaces the content of a locked meeting, together with other columns. Drops a proposed correction. */
export async function replaceContent(
  context: WriteContext,
  meeting: LockedMeeting,
  input: MeetingInput,
  columns: Columns,
): Promise<void> {
  await updateMeeting(context, meeting, {
    ...columns,
    ...noCorrection,
    held_at: new Date(input.heldAt).toISOString(),
    minutes: input.minutes,
    decisions: input.decisions,
  });
  await writeAttendanceAndSteps(context, meeting.row.id, input);
}
