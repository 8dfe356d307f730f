import type { BoardFilter, MeetingCell } from '#contract/board.ts';
import { formatCalendarDate } from '#contract/values/time.ts';
import type { CohortContent } from '#server/content/content.ts';
import type { ScopedGroupQuery } from '#server/groups/lists/select-groups-in-scope.ts';
import type { Caller } from '#server/http/serve.ts';
import { areMeetingsVisibleTo } from '#server/meetings/meeting-access.ts';
import {
  findMeetingCutoff,
  hasMeetings,
  isQuietSince,
  listQuietGroups,
  readLastMeetings,
} from '#server/meetings/quiet-groups.ts';
import type { Services } from '#server/services.ts';

type Site = Pick<Services, 'db' | 'clock' | 'config'>;

/**
 * Returns whether the board shows meetings: only if a meeting of the cohort was recorded, and to somebody who may read
 * the meetings of a group in `scope`. Examiners may not.
 */
export async function hasMeetingsOnBoard(
  { db }: Site,
  caller: Caller,
  scope: ScopedGroupQuery,
  cohort: CohortContent,
): Promise<boolean> {
  const readable = scope.where(areMeetingsVisibleTo(caller)).select('groups.id').limit(1);
  const [group, isUsed] = await Promise.all([
    readable.executeTakeFirst(),
    hasMeetings(db, cohort._id),
  ]);
  return isUsed && group !== undefined;
}

export async function filterByMeetings(
  { db, clock }: Site,
  caller: Caller,
  { scope, cohort }: { scope: ScopedGroupQuery; cohort: CohortContent },
  state: BoardFilter['meetings'],
): Promise<ScopedGroupQuery> {
  if (state === undefined) return scope;
  const cutoff = await findMeetingCutoff(db, cohort, clock());
  if (cutoff === undefined) return scope.where((eb) => eb.lit(false));
  return scope.where(areMeetingsVisibleTo(caller)).where(isQuietSince(cutoff));
}

/** Returns the meetings cell of each group in `scope`, or null for a group whose meetings the caller may not read. */
export async function readMeetingCells(
  { db, clock, config }: Site,
  caller: Caller,
  scope: ScopedGroupQuery,
  cohort: CohortContent,
): Promise<(groupId: string) => MeetingCell | null> {
  const readable = scope.where(areMeetingsVisibleTo(caller));
  const [groups, cutoff, last] = await Promise.all([
    readable.select('groups.id').execute(),
    findMeetingCutoff(db, cohort, clock()),
    readLastMeetings(db, readable),
  ]);
  const ids = new Set(groups.map(({ id }) => id));
  const quiet = await listQuietGroups(readable, cutoff);
  return (groupId) => {
    if (!ids.has(groupId)) return null;
    const heldAt = last.get(groupId);
    const lastDay = heldAt ? formatCalendarDate(heldAt, config.timeZone) : null;
    return { lastDay, isQuiet: quiet.has(groupId) };
  };
}
