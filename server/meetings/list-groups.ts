import type { z } from 'zod';
import type {
  listMeetingGroups as endpoint,
  MeetingGroup,
  MeetingGroupsFilter,
} from '#contract/meetings/lists.ts';
import { defaultDaysWithoutMeeting, getLastListedDueDate } from '#contract/rules/meetings.ts';
import { formatCalendarDate } from '#contract/values/time.ts';
import { getCohort } from '#server/content/get-cohort.ts';
import { readTogether } from '#server/db/read-together.ts';
import { toLimitOffset } from '#server/db/search.ts';
import type { Db } from '#server/db/tables.ts';
import {
  filterBySearch,
  type ScopedGroupQuery,
  selectVisibleGroups,
} from '#server/groups/lists/select-groups-in-scope.ts';
import type { Caller } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';
import { areMeetingsVisibleTo } from './meeting-access.ts';
import { findMeetingCutoff, listQuietGroups } from './quiet-groups.ts';
import { isWaitingFor } from './waiting.ts';

/** Returns a page of the groups that the caller supervises in a cohort. Throws `not-found` for an unknown cohort. */
export const listMeetingGroups = (
  services: Services,
  caller: Caller,
  { page, limit, ...filter }: z.output<typeof endpoint.query>,
) =>
  readTogether(services.db, async (db) => {
    const { content, clock, config } = services;
    const cohort = getCohort(content, filter.cohort);
    const now = clock();
    const today = formatCalendarDate(now, config.timeZone);
    const supervised = selectVisibleGroups(db, caller, cohort._id).where(
      areMeetingsVisibleTo(caller),
    );
    const cutoff = await findMeetingCutoff(db, cohort, now);
    const [{ all }, groups] = await Promise.all([
      supervised.select(({ fn }) => fn.countAll<number>().as('all')).executeTakeFirstOrThrow(),
      readGroups(db, filterBySearch(supervised, filter.q), { today, cutoff }),
    ]);
    const matching = sortGroups(
      groups.filter((group) => isInState(group, filter.state)),
      filter,
    );
    const { offset, limit: count } = toLimitOffset({ page, limit }) ?? {
      offset: 0,
      limit: undefined,
    };
    const shown = matching.slice(offset, count === undefined ? undefined : offset + count);
    const days = cohort.reminders.meetingDays ?? defaultDaysWithoutMeeting;
    return { groups: shown, total: matching.length, all, days };
  });

type Dates = { today: string; cutoff: string | undefined };

/** Reads all groups at once, because a supervisor has few. Sorts them by name. */
async function readGroups(
  db: Db,
  scope: ScopedGroupQuery,
  { today, cutoff }: Dates,
): Promise<MeetingGroup[]> {
  const ids = scope.select('groups.id');
  const [rows, meetings, steps, quiet] = await Promise.all([
    scope
      .select(['groups.id', 'groups.name', 'groups.title'])
      .orderBy('groups.sort_key')
      .orderBy('groups.id')
      .execute(),
    db
      .selectFrom('meetings')
      .select(['group_id', 'held_at', 'confirmed_at', 'written_side', 'correction_side'])
      .where('group_id', 'in', ids)
      .orderBy('held_at', 'desc')
      .execute(),
    db
      .selectFrom('meetings')
      .innerJoin('meeting_steps', 'meeting_steps.meeting_id', 'meetings.id')
      .select(['meetings.group_id', 'meeting_steps.due_date'])
      .where('meetings.group_id', 'in', ids)
      .where('meeting_steps.done_at', 'is', null)
      .orderBy('meeting_steps.due_date')
      .execute(),
    listQuietGroups(scope, cutoff),
  ]);
  const meetingsByGroup = Map.groupBy(meetings, ({ group_id }) => group_id);
  const stepsByGroup = Map.groupBy(steps, ({ group_id }) => group_id);
  const lastListed = getLastListedDueDate(today);
  return rows.map(({ id, name, title }) => {
    const held = meetingsByGroup.get(id) ?? [];
    const dueDates = (stepsByGroup.get(id) ?? []).map(({ due_date }) => due_date);
    return {
      _id: id,
      fypGroupName: name,
      fypTitle: title,
      lastHeldAt: held[0]?.held_at ?? null,
      confirmed: held.filter(({ confirmed_at }) => confirmed_at !== null).length,
      unconfirmed: held.filter((row) => isWaitingFor('supervisor', row)).length,
      sent: held.filter((row) => isWaitingFor('group', row)).length,
      openSteps: dueDates.length,
      dueSteps: dueDates.filter((due) => due <= lastListed).length,
      overdueSteps: dueDates.filter((due) => due < today).length,
      nextDue: dueDates[0] ?? null,
      isQuiet: quiet.has(id),
    };
  });
}

function isInState(group: MeetingGroup, state: MeetingGroupsFilter['state']): boolean {
  if (state === 'unconfirmed') return group.unconfirmed > 0;
  if (state === 'due') return group.dueSteps > 0;
  return state === undefined || group.isQuiet;
}

/** Text or number by which a column is sorted. Groups without a meeting come first, those without an open step last. */
const sortKeys: Record<
  Exclude<MeetingGroupsFilter['sort'], 'group'>,
  (group: MeetingGroup) => string | number
> = {
  last: ({ lastHeldAt }) => lastHeldAt ?? '',
  due: ({ nextDue }) => nextDue ?? '9',
  unconfirmed: ({ unconfirmed }) => -unconfirmed,
};

function sortGroups(
  groups: readonly MeetingGroup[],
  { sort, descending }: MeetingGroupsFilter,
): MeetingGroup[] {
  if (sort === 'group') return descending ? groups.toReversed() : [...groups];
  const key = sortKeys[sort];
  const sign = descending ? -1 : 1;
  return groups
    .map((group) => ({ group, key: key(group) }))
    .sort((a, b) => (a.key === b.key ? 0 : a.key < b.key ? -sign : sign))
    .map(({ group }) => group);
}
