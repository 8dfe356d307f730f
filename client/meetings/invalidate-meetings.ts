import { findBoard } from '#contract/board.ts';
import { findDesk } from '#contract/desk.ts';
import { listMeetingGroups, listMeetingSummaries } from '#contract/meetings/lists.ts';
import { listMeetings } from '#contract/meetings/meetings.ts';

/** Endpoints whose replies change with a meeting. */
export const meetingEndpoints = [
  listMeetings,
  listMeetingGroups,
  listMeetingSummaries,
  findDesk,
  findBoard,
] as const;
