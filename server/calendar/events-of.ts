import type { LocalDeadlines } from '#contract/department.ts';
import type { Role } from '#contract/endpoint.ts';
import type { Content } from '#server/content/content.ts';
import type { Db } from '#server/db/tables.ts';
import { submissionsOf } from '#server/documents/submissions-of.ts';

export type CalendarEvent = {
  uid: string;
  /** Grows whenever the event changes. */
  sequence: number;
  title: string;
  /** An instant, or of a viva a calendar date. */
  at: string;
};

type Owner = { id: string; role: Role; isConfirmed: boolean };

/** Deadlines of each group that the owner is in, with its extensions, or of their cohorts; and the vivas of their groups. */
export async function eventsOf(
  db: Db,
  content: Content,
  owner: Owner,
  now: Date,
): Promise<CalendarEvent[]> {
  const groups = await groupsOf(db, owner);
  const own = owner.role === 'student' ? groups : [];
  const submissions = await submissionsOf(db, content, own, now);
  const events: CalendarEvent[] = [];
  for (const cohort of content.cohorts) {
    const inCohort = groups.filter(({ cohort_id }) => cohort_id === cohort._id);
    if (cohort.closedAt || (owner.role !== 'admin' && inCohort.length === 0)) continue;
    const edits = await editsOf(db, cohort._id);
    if (owner.role === 'student') {
      for (const group of inCohort) {
        const agreed = await agreementsOf(db, group.id);
        for (const { deadlineId, title, due, state } of submissions.get(group.id) ?? []) {
          if (state === 'excused') continue;
          const sequence = (edits.get(deadlineId) ?? 0) + (agreed.get(`deadline ${title}`) ?? 0);
          events.push({ uid: `${deadlineId}.${group.id}`, sequence, title, at: due });
        }
      }
    } else {
      for (const { _id, title, due } of cohort.deadlines) {
        const sequence = edits.get(_id) ?? 0;
        events.push({ uid: `${_id}.${cohort._id}`, sequence, title, at: due });
      }
    }
    events.push(...inCohort.flatMap(vivaOf));
  }
  return events;
}

type Group = Awaited<ReturnType<typeof groupsOf>>[number];

const vivaOf = ({ id, name, viva_date, viva_revision }: Group): CalendarEvent[] =>
  viva_date
    ? [{ uid: `viva.${id}`, sequence: viva_revision, title: `Viva of ${name}`, at: viva_date }]
    : [];

async function groupsOf(db: Db, { id, role, isConfirmed }: Owner) {
  const groups = db
    .selectFrom('groups')
    .select(['id', 'name', 'program', 'cohort_id', 'viva_date', 'viva_revision'])
    .where('deleted_at', 'is', null)
    .orderBy('name');
  if (role === 'admin') return [];
  if (role === 'faculty') {
    return groups
      .where((eb) => eb.or([eb('supervisor_id', '=', id), eb('external_examiner_id', '=', id)]))
      .execute();
  }
  if (!isConfirmed) return [];
  return groups
    .where('id', 'in', (eb) =>
      eb.selectFrom('members').select('group_id').where('user_id', '=', id),
    )
    .execute();
}

/** How often each deadline of a cohort was renamed or moved for all, by its id. */
async function editsOf(db: Db, cohortId: string): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('settings')
    .select('value')
    .where('scope', '=', cohortId)
    .where('name', '=', 'deadlines')
    .orderBy('version')
    .execute();
  const last = new Map<string, string>();
  const edits = new Map<string, number>();
  for (const { value } of rows) {
    for (const { id = '', title, due } of JSON.parse(value) as LocalDeadlines) {
      const said = `${title} ${due}`;
      if (last.has(id) && last.get(id) !== said) edits.set(id, (edits.get(id) ?? 0) + 1);
      last.set(id, said);
    }
  }
  return edits;
}

/** How often a group’s own date was agreed, by the field of its history. */
async function agreementsOf(db: Db, groupId: string): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('changes')
    .select(({ fn }) => ['field', fn.countAll<number>().as('count')])
    .where('group_id', '=', groupId)
    .where('field', 'like', 'deadline %')
    .groupBy('field')
    .execute();
  return new Map(rows.map(({ field, count }) => [field, count]));
}
