import type { AttendanceState, MeetingSide } from '#contract/rules/meetings.ts';
import { buildGroupCohortSql } from '#server/db/closed/cohort-guard.ts';
import type { Instant, TableDeclarations } from '#server/db/tables.ts';

declare module '#server/db/tables.ts' {
  interface Tables {
    meetings: {
      id: string;
      group_id: string;
      /** When the meeting was entered. Unlike `written_at`, a correction does not change it. */
      recorded_at: Instant;
      held_at: Instant;
      minutes: number;
      decisions: string;
      /** The author of the current content, whose side must not confirm it. */
      written_by: string;
      written_by_name: string;
      written_side: MeetingSide;
      written_at: Instant;
      confirmed_by: string | null;
      confirmed_by_name: string | null;
      confirmed_at: Instant | null;
      /** A proposed correction as JSON in the format of `MeetingInput`, until it is confirmed or dropped. */
      correction: string | null;
      correction_by: string | null;
      correction_by_name: string | null;
      correction_side: MeetingSide | null;
      correction_at: Instant | null;
      /** The last correction by an admin. */
      office_by_name: string | null;
      office_at: Instant | null;
      office_reason: string | null;
      revision: number;
    };
    meeting_attendance: { meeting_id: string; member_id: string; state: AttendanceState };
    meeting_steps: {
      id: string;
      meeting_id: string;
      position: number;
      text: string;
      /** Null if the group's supervisor is the owner, whoever that is at the time. */
      owner_member_id: string | null;
      due_date: string;
      done_at: Instant | null;
      done_by_name: string | null;
    };
    /** Weekly office hours. Weekdays are 1 (Monday) to 7, and times are local, such as "14:00". */
    office_hours: {
      id: string;
      supervisor_id: string;
      weekday: number;
      starts: string;
      ends: string;
      /** Length of a slot. */
      minutes: number;
    };
    /** Days (YYYY-MM-DD) without office hours. */
    office_hour_exceptions: { supervisor_id: string; day_date: string };
    slot_bookings: {
      id: string;
      supervisor_id: string;
      group_id: string;
      starts_at: Instant;
      minutes: number;
      booked_by_name: string;
      booked_at: Instant;
    };
  }
}

const buildMeetingCohortSql = (id: string) =>
  buildGroupCohortSql(`(select group_id from meetings where id = ${id})`);
const cohort = { key: 'meeting_id', cohortOf: buildMeetingCohortSql };

export const tableDeclarations: TableDeclarations<
  | 'meetings'
  | 'meeting_attendance'
  | 'meeting_steps'
  | 'office_hours'
  | 'office_hour_exceptions'
  | 'slot_bookings'
> = {
  meetings: {
    backup: ['id'],
    isRecord: true,
    cohort: { key: 'group_id', cohortOf: buildGroupCohortSql },
  },
  meeting_attendance: { backup: ['meeting_id', 'member_id'], isRecord: true, cohort },
  meeting_steps: { backup: ['id'], isRecord: true, cohort },
  office_hours: { backup: ['id'], isRecord: true, cohort: 'none: rows belong to an account' },
  office_hour_exceptions: {
    backup: ['supervisor_id', 'day_date'],
    isRecord: true,
    cohort: 'none: rows belong to an account',
  },
  slot_bookings: {
    backup: ['id'],
    isRecord: true,
    cohort: { key: 'group_id', cohortOf: buildGroupCohortSql },
  },
};
