import { formatDateTime } from '#contract/values/time.ts';

export const attendanceStates = [
  'on-time',
  'late',
  'absent-with-notice',
  'absent-without-notice',
  'moved',
] as const;
export type AttendanceState = (typeof attendanceStates)[number];

export const attendanceLabels: Readonly<Record<AttendanceState, string>> = {
  'on-time': 'On time',
  late: 'Late',
  'absent-with-notice': 'Absent with notice',
  'absent-without-notice': 'Absent without notice',
  moved: 'Moved to another date',
};

/** Number of a member's confirmed meetings by attendance. */
export type AttendanceCounts = Readonly<Record<AttendanceState, number>>;

export const noAttendance: AttendanceCounts = {
  'on-time': 0,
  late: 0,
  'absent-with-notice': 0,
  'absent-without-notice': 0,
  moved: 0,
};

/** Formats a member's attendance: "5 of 6, 1 late". Meetings that were moved for the member do not count. */
export function formatAttendance(counts: AttendanceCounts): string {
  const attended = counts['on-time'] + counts.late;
  const total = attended + counts['absent-with-notice'] + counts['absent-without-notice'];
  const late = counts.late > 0 ? [`${counts.late} late`] : [];
  const without =
    counts['absent-without-notice'] > 0
      ? [`${counts['absent-without-notice']} absent without notice`]
      : [];
  return [`${attended} of ${total}`, ...late, ...without].join(', ');
}

/** Returns whether the attendance of meetings is shown beside the marks of a milestone. */
export const isForTeamCollaboration = ({ key }: { key: string }): boolean =>
  key.startsWith('teamCollaboration');

/** Two sides hold a meeting: what one side records, the other confirms. */
export type MeetingSide = 'group' | 'supervisor';

export const meetingActions = [
  'confirm',
  'change',
  'withdraw',
  'propose',
  'drop-proposal',
  'correct',
] as const;
export type MeetingAction = (typeof meetingActions)[number];

type MeetingState = {
  writtenBy: string;
  side: MeetingSide;
  isConfirmed: boolean;
  /** Side that proposed a correction which is not confirmed yet. */
  proposedBy: MeetingSide | undefined;
};
type MeetingViewer = { userId: string; side: MeetingSide | undefined; isAdmin: boolean };

/** Returns what the viewer may do with a meeting. Admins, who are on neither side, may only correct it. */
export function listMeetingActions(
  { writtenBy, side, isConfirmed, proposedBy }: MeetingState,
  viewer: MeetingViewer,
): MeetingAction[] {
  if (viewer.side === undefined) return viewer.isAdmin ? ['correct'] : [];
  const isOtherSide = side !== viewer.side;
  const isProposedByOtherSide = proposedBy !== undefined && proposedBy !== viewer.side;
  const mayChange = !isConfirmed && writtenBy === viewer.userId;
  const isAllowed: Record<MeetingAction, boolean> = {
    confirm: isProposedByOtherSide || (!isConfirmed && isOtherSide),
    change: mayChange,
    withdraw: mayChange,
    propose: (isConfirmed || isOtherSide) && !isProposedByOtherSide,
    'drop-proposal': proposedBy !== undefined,
    correct: false,
  };
  return meetingActions.filter((action) => isAllowed[action]);
}

/** Days without a meeting after which a group is listed, unless the cohort has another setting. */
export const defaultDaysWithoutMeeting = 21;

const dayMs = 24 * 3_600_000;

/** Returns the instant before which a group's last meeting is too long ago, or undefined if no group is listed. */
export const getMeetingCutoff = (days = defaultDaysWithoutMeeting, now: Date) =>
  days === 0 ? undefined : new Date(now.getTime() - days * dayMs).toISOString();

/** Days before its due date from which a next step is listed on desks. */
const stepNoticeDays = 7;

/** Returns the last due date (YYYY-MM-DD) of the steps that desks list on the day `today`. */
export const getLastListedDueDate = (today: string): string =>
  new Date(Date.parse(`${today}T00:00:00Z`) + stepNoticeDays * dayMs).toISOString().slice(0, 10);

export const formatMeetingCount = (confirmed: number, minimum: number): string =>
  `${confirmed} of ${minimum} confirmed meetings`;

export const formatMinutes = (minutes: number): string =>
  minutes === 1 ? '1 minute' : `${minutes} minutes`;

export const formatDays = (days: number): string => (days === 1 ? '1 day' : `${days} days`);

/** Names a meeting in sentences: "the meeting on 12 March 2027, 14:00". */
export const nameMeeting = (heldAt: string, timeZone: string): string =>
  `the meeting on ${formatDateTime(heldAt, timeZone)}`;
