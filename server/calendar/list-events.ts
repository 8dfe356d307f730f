import type { DeadlineSettings } from '#contract/settings/department.ts';
import type { Role } from '#contract/values/roles.ts';
import type { PortalContent } from '#server/content/content.ts';
import { isCurrentMember } from '#server/db/current-member.ts';
import { isIdInJsonArray } from '#server/db/prepared-query.ts';
import { readTogether } from '#server/db/read-together.ts';
import type { Db } from '#server/db/tables.ts';
import { readSubmissions } from '#server/documents/read-submissions.ts';
import { isGroupVisibleTo } from '#server/groups/group-access.ts';

export type CalendarEvent = {
  uid: string;
  /** Increases with every change to the event and never decreases. */
  sequence: number;
  title: string;
  /** An instant in ISO 8601, or the calendar date of a viva. */
  at: string;
  /** Duration of an event that begins at `at`. Other events end at `at`. */
  minutes?: number;
  changedAt: string;
};

type Owner = { id: string; role: Role; isConfirmed: boolean };

/**
 * Returns the deadlines of a student's group, with the student's own dates if they joined late, or of a staff member's cohorts, the vivas of that user's groups, and the booked
 * slots of office hours.
 */
export async function listCalendarEvents(
  db: Db,
  content: PortalContent,
  owner: Owner,
  now: Date,
): Promise<CalendarEvent[]> {
  const groups = await groupsOf(db, owner);
  const ownGroups = owner.role === 'student' ? groups : [];
  const ids = groups.map(({ id }) => id);
  const memberIds = await readOwnMemberIds(db, owner);
  const [submissions, changesByGroup] = await readTogether(db, (reader) =>
    Promise.all([readSubmissions(reader, content, ownGroups, now), readChanges(reader, ids)]),
  );
  const events: CalendarEvent[] = [];
  for (const cohort of content.cohorts) {
    const inCohort = groups.filter(({ cohort_id }) => cohort_id === cohort._id);
    if (cohort.closedAt || (owner.role !== 'admin' && inCohort.length === 0)) continue;
    const edits = await readEdits(db, cohort._id);
    const vivas: CalendarEvent[] = [];
    if (owner.role !== 'student') {
      for (const { _id, title, due } of cohort.deadlines) {
        const revision = edits.get(_id)?.revision ?? none;
        events.push(eventOf(`${_id}.${cohort._id}`, title, due, revision));
      }
    }
    for (const group of inCohort) {
      const changes = changesByGroup.get(group.id) ?? new Map();
      for (const submission of submissions.get(group.id) ?? []) {
        const { deadlineId, title, due, state } = submission;
        const revision = revisionOf(edits.get(deadlineId), changes);
        if (state !== 'excused' && state !== 'before-group')
          events.push(eventOf(`${deadlineId}.${group.id}`, title, due, revision));
        for (const newcomer of submission.newcomers ?? []) {
          if (!memberIds.has(newcomer.memberId) || newcomer.state === 'excused') continue;
          // The date is part of the id, because no sequence counts the changes of a member's own date.
          const uid = `${deadlineId}.${newcomer.memberId}.${newcomer.due.slice(0, 10)}`;
          events.push(eventOf(uid, `${title}: your own files`, newcomer.due, revision));
        }
      }
      vivas.push(...vivaOf(group, changes));
    }
    events.push(...vivas);
  }
  return [...events, ...(await readBookedSlots(db, owner, ids, now))];
}

/** Returns the slots that begin after `now`: of a supervisor, or of a student's groups. */
async function readBookedSlots(
  db: Db,
  { id, role }: Owner,
  groupIds: readonly string[],
  now: Date,
): Promise<CalendarEvent[]> {
  const slots = db
    .selectFrom('slot_bookings')
    .innerJoin('groups', 'groups.id', 'slot_bookings.group_id')
    .select(['slot_bookings.id', 'starts_at', 'minutes', 'booked_at', 'groups.name'])
    .where('groups.deleted_at', 'is', null)
    .where('starts_at', '>', now.toISOString())
    .orderBy('starts_at')
    .orderBy('slot_bookings.id');
  const ofOwner =
    role === 'student'
      ? slots.where(isIdInJsonArray(db, 'slot_bookings.group_id', JSON.stringify(groupIds)))
      : slots.where('slot_bookings.supervisor_id', '=', id);
  const rows = await ofOwner.execute();
  return rows.map((slot) => ({
    ...eventOf(`slot.${slot.id}`, `Office hours: ${slot.name}`, slot.starts_at, {
      count: 0,
      at: slot.booked_at,
    }),
    minutes: slot.minutes,
  }));
}

const eventOf = (uid: string, title: string, at: string, revision: Revision): CalendarEvent => ({
  uid,
  sequence: revision.count,
  title,
  at,
  changedAt: revision.at,
});

/** Counts a deadline's changes and extensions. Checks all former titles, because extensions are stored by title. */
function revisionOf(edits: Edits | undefined, changes: Changes): Revision {
  const titles = [...(edits?.titles ?? [])];
  const agreements = titles.flatMap((title) => changes.get(`${ownDate}${title}`) ?? []);
  return combine([edits?.revision ?? none, ...agreements]);
}

type Group = Awaited<ReturnType<typeof groupsOf>>[number];

function vivaOf(group: Group, changes: Changes): CalendarEvent[] {
  const { id, name, viva_date, viva_revision, viva_changed_at, created_at } = group;
  if (!viva_date) return [];
  const record = { count: viva_revision, at: viva_changed_at ?? created_at };
  const revision = combine([record, changes.get(groupName) ?? none]);
  return [eventOf(`viva.${id}`, `Viva of ${name}`, viva_date, revision)];
}

async function groupsOf(db: Db, { id, role, isConfirmed }: Owner) {
  const groups = db
    .selectFrom('groups')
    .select(['id', 'name', 'program', 'cohort_id', 'created_at'])
    .select(['viva_date', 'viva_revision', 'viva_changed_at'])
    .where('deleted_at', 'is', null)
    .orderBy('sort_key');
  if (role === 'admin') return [];
  return groups.where(isGroupVisibleTo({ userId: id, role, isConfirmed })).execute();
}

/** Returns the ids of a student's current memberships. */
async function readOwnMemberIds(db: Db, { id, role }: Owner): Promise<ReadonlySet<string>> {
  if (role !== 'student') return new Set();
  const members = db.selectFrom('members').select('id').where('user_id', '=', id);
  const rows = await members.where(isCurrentMember).execute();
  return new Set(rows.map((row) => row.id));
}

type Revision = { count: number; at: string };
type Edits = { revision: Revision; titles: Set<string> };

const none: Revision = { count: 0, at: '' };

/** Adds up the revision counts and selects the latest time. The sum never decreases, because no count decreases. */
const combine = (revisions: readonly Revision[]): Revision => ({
  count: revisions.reduce((sum, { count }) => sum + count, 0),
  at:
    revisions
      .map(({ at }) => at)
      .toSorted()
      .at(-1) ?? '',
});

/** Returns the number of changes and all titles of each deadline in the cohort's settings, keyed by deadline id. */
async function readEdits(db: Db, cohortId: string): Promise<Map<string, Edits>> {
  const rows = await db
    .selectFrom('settings')
    .select(['value', 'changed_at'])
    .where('scope', '=', cohortId)
    .where('name', '=', 'deadlines')
    .orderBy('version')
    .execute();
  const last = new Map<string, string>();
  const edits = new Map<string, Edits>();
  for (const { value, changed_at } of rows) {
    for (const { id, title, due } of JSON.parse(value) as DeadlineSettings) {
      if (id === undefined) continue;
      const shown = `${title} ${due}`;
      const before = edits.get(id);
      if (last.get(id) === shown) continue;
      last.set(id, shown);
      const count = before ? before.revision.count + 1 : 0;
      const titles = new Set([...(before?.titles ?? []), title]);
      edits.set(id, { revision: { count, at: changed_at }, titles });
    }
  }
  return edits;
}

type Changes = ReadonlyMap<string, Revision>;

/** Returns, by group, the number of changes to the group's name and to each of its due dates, keyed by field. */
async function readChanges(db: Db, groupIds: readonly string[]): Promise<Map<string, Changes>> {
  const rows = await db
    .selectFrom('changes')
    .select(({ fn }) => ['group_id', 'field', fn.countAll<number>().as('count')])
    .select(({ fn }) => fn.max('changed_at').as('at'))
    .where(isIdInJsonArray(db, 'group_id', JSON.stringify(groupIds)))
    .where('part', '=', 'group')
    .where((eb) => eb.or([eb('field', 'like', `${ownDate}%`), eb('field', '=', groupName)]))
    .groupBy(['group_id', 'field'])
    .execute();
  const byGroup = Map.groupBy(rows, ({ group_id }) => group_id);
  return new Map(
    [...byGroup].map(([id, ofGroup]) => [
      id,
      new Map(ofGroup.map(({ field, count, at }) => [field, { count, at }])),
    ]),
  );
}

const ownDate = 'deadline ';
const groupName = 'name';
