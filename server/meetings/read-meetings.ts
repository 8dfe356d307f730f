import type { Meeting, MeetingContent, MeetingInput } from '#contract/meetings/meetings.ts';
import { Problem } from '#contract/problem.ts';
import { type AttendanceState, listMeetingActions } from '#contract/rules/meetings.ts';
import { isIdInJsonArray } from '#server/db/prepared-query.ts';
import type { DatabaseRow, Db } from '#server/db/tables.ts';
import type { MeetingViewer } from './meeting-access.ts';

type Group = Pick<DatabaseRow<'groups'>, 'id' | 'supervisor'>;
type MeetingRow = DatabaseRow<'meetings'>;
type StepRow = DatabaseRow<'meeting_steps'>;

/** Everything that names the people in a group's meetings. */
type People = { viewer: MeetingViewer; names: ReadonlyMap<string, string>; supervisor: string };

/** Returns the meetings of a group, the newest first, or the meeting with this id if it is one of the group. */
export async function readMeetings(
  db: Db,
  group: Group,
  viewer: MeetingViewer,
  meetingId?: string,
): Promise<Meeting[]> {
  const rows = await db
    .selectFrom('meetings')
    .selectAll()
    .where('group_id', '=', group.id)
    .$if(meetingId !== undefined, (query) => query.where('id', '=', meetingId ?? ''))
    .orderBy('held_at', 'desc')
    .orderBy('id')
    .execute();
  const ids = JSON.stringify(rows.map(({ id }) => id));
  const [members, attendance, steps] = await Promise.all([
    db
      .selectFrom('members')
      .select(['id', 'name'])
      .where('group_id', '=', group.id)
      .orderBy('position')
      .execute(),
    db
      .selectFrom('meeting_attendance')
      .selectAll()
      .where(isIdInJsonArray(db, 'meeting_id', ids))
      .execute(),
    db
      .selectFrom('meeting_steps')
      .selectAll()
      .where(isIdInJsonArray(db, 'meeting_id', ids))
      .orderBy('position')
      .execute(),
  ]);
  const names = new Map(members.map(({ id, name }) => [id, name]));
  const people = { viewer, names, supervisor: group.supervisor };
  const attendanceByMeeting = Map.groupBy(attendance, ({ meeting_id }) => meeting_id);
  const stepsByMeeting = Map.groupBy(steps, ({ meeting_id }) => meeting_id);
  return rows.map((row) =>
    toMeeting(row, people, attendanceByMeeting.get(row.id) ?? [], stepsByMeeting.get(row.id) ?? []),
  );
}

/** Throws `not-found` if the group has no meeting with this id. */
export async function getMeeting(
  db: Db,
  group: Group,
  viewer: MeetingViewer,
  meetingId: string,
): Promise<Meeting> {
  const [meeting] = await readMeetings(db, group, viewer, meetingId);
  if (!meeting) throw createMeetingNotFoundProblem();
  return meeting;
}

export const createMeetingNotFoundProblem = () =>
  new Problem(
    'not-found',
    'This meeting doesn’t exist or was withdrawn, or you don’t have access.',
  );

function toMeeting(
  row: MeetingRow,
  people: People,
  attendance: readonly DatabaseRow<'meeting_attendance'>[],
  steps: readonly StepRow[],
): Meeting {
  const states = new Map(attendance.map(({ member_id, state }) => [member_id, state]));
  const { office_by_name: by, office_at: at, office_reason: reason } = row;
  return {
    _id: row.id,
    heldAt: row.held_at,
    minutes: row.minutes,
    decisions: row.decisions,
    attendance: listAttendance(people, states),
    steps: steps.map((step) => toStep(step, people)),
    writtenBy: row.written_by_name,
    writtenAt: row.written_at,
    side: row.written_side,
    confirmedBy: row.confirmed_by_name,
    confirmedAt: row.confirmed_at,
    correction: toCorrection(row, people, steps),
    officeCorrection: by && at && reason !== null ? { by, at, reason } : null,
    revision: row.revision,
    actions: listRowActions(row, people.viewer),
  };
}

export const listRowActions = (row: MeetingRow, viewer: MeetingViewer) =>
  listMeetingActions(
    {
      writtenBy: row.written_by,
      side: row.written_side,
      isConfirmed: row.confirmed_at !== null,
      proposedBy: row.correction_side ?? undefined,
    },
    viewer,
  );

/** Lists the members in the order of the group. Omits members who joined after the meeting. */
const listAttendance = ({ names }: People, states: ReadonlyMap<string, AttendanceState>) =>
  [...names].flatMap(([memberId, name]) => {
    const state = states.get(memberId);
    return state ? [{ memberId, name, state }] : [];
  });

function toStep(step: StepRow, { viewer, names, supervisor }: People): Meeting['steps'][number] {
  const ownerId = step.owner_member_id;
  return {
    _id: step.id,
    text: step.text,
    ownerId,
    owner: ownerId === null ? supervisor : (names.get(ownerId) ?? ''),
    due: step.due_date,
    doneAt: step.done_at,
    doneBy: step.done_by_name,
    mayTick: mayTickStep(viewer, ownerId),
  };
}

/** Returns whether the viewer is the owner of a step or the group's supervisor. */
export const mayTickStep = ({ side, memberId }: MeetingViewer, ownerId: string | null): boolean =>
  side === 'supervisor' || (memberId !== undefined && memberId === ownerId);

function toCorrection(
  row: MeetingRow,
  people: People,
  steps: readonly StepRow[],
): Meeting['correction'] {
  const { correction, correction_by_name, correction_at, correction_side } = row;
  if (correction === null || correction_at === null || correction_side === null) return null;
  return {
    content: toContent(JSON.parse(correction) as MeetingInput, people, steps),
    proposedBy: correction_by_name ?? '',
    proposedAt: correction_at,
    side: correction_side,
  };
}

/** Steps of a correction cannot be ticked before it is confirmed. */
function toContent(
  { heldAt, minutes, attendance, decisions, steps }: MeetingInput,
  people: People,
  currentSteps: readonly StepRow[],
): MeetingContent {
  const states = new Map(attendance.map(({ memberId, state }) => [memberId, state]));
  return {
    heldAt,
    minutes,
    decisions,
    attendance: listAttendance(people, states),
    steps: steps.map(({ _id, text, ownerId, due }) => {
      const current = currentSteps.find(({ id }) => id === _id);
      return {
        _id: current?.id ?? '',
        text,
        ownerId,
        owner: ownerId === null ? people.supervisor : (people.names.get(ownerId) ?? ''),
        due,
        doneAt: current?.done_at ?? null,
        doneBy: current?.done_by_name ?? null,
        mayTick: false,
      };
    }),
  };
}
