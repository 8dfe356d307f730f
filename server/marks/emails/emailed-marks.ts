import {
  findMilestone,
  listMilestones,
  type MarkingScheme,
  type Milestone,
} from '#contract/rules/scheme.ts';
import type { DatabaseRow, Db } from '#server/db/tables.ts';
import { formatHistoryValue, readValuesAtRevision } from '#server/groups/changes/record-changes.ts';
import { isActiveAdminOrGroupStaff } from '#server/groups/check-email.ts';

type Mark = Pick<DatabaseRow<'marks'>, 'milestone' | 'marks' | 'feedback' | 'changed_by'> & {
  /** The mark that the last email contained, if the mark has since been removed. */
  removed?: number;
};
export type MarkToEmail = Mark & { title: string; total: number };

const marksOf = (db: Db, memberId: string) =>
  db
    .selectFrom('marks')
    .select(['milestone', 'marks', 'feedback', 'changed_by'])
    .where('member_id', '=', memberId);

/** Returns the member's marks that changed since the last email to them. The caller must hold the group's lock. */
export async function findMarksToEmail(
  db: Db,
  scheme: MarkingScheme,
  groupId: string,
  memberId: string,
): Promise<MarkToEmail[]> {
  const rows = await marksOf(db, memberId)
    .select(['revision', 'notified_revision'])
    .whereRef('revision', '>', 'notified_revision')
    .execute();
  const news: Mark[] = [];
  for (const { revision, notified_revision: notified, ...mark } of rows) {
    // An entry that changed exactly once since the last email differs from the emailed one, so skip the comparison. But
    // if its mark may have been removed, load the emailed values, because the new email states the removed mark.
    if (revision === notified + 1 && (mark.marks !== null || notified === 0)) {
      news.push(mark);
      continue;
    }
    const cell = { memberId, part: mark.milestone, revision: notified };
    const emailed = await readValuesAtRevision(db, groupId, cell);
    const total = findMilestone(scheme, mark.milestone)?.total;
    if (!differs(emailed, { ...mark, total })) continue;
    const before = emailed.get('marks') ?? null;
    const isRemoved = mark.marks === null && before !== null;
    news.push({ ...mark, ...(isRemoved && { removed: Number(before) }) });
  }
  return inOrder(listMilestones(scheme), news);
}

/** Returns true if the viva record changed since the last email to the member. The caller must lock the group. */
export async function hasVivaChangedSinceEmail(
  db: Db,
  group: DatabaseRow<'groups'>,
  notifiedRevision: number,
): Promise<boolean> {
  const changes = group.viva_revision - notifiedRevision;
  if (changes <= 1) return changes === 1;
  const record = { memberId: null, part: 'viva', revision: notifiedRevision };
  const emailed = await readValuesAtRevision(db, group.id, record);
  const { viva_date: date, viva_status: status, viva_feedback: feedback } = group;
  return differs(emailed, { date, status, feedback });
}

/** Returns true if a field differs from its emailed value, or if the emailed values are unknown. */
const differs = (
  emailed: ReadonlyMap<string, string | null>,
  values: Readonly<Record<string, string | number | null | undefined>>,
): boolean =>
  emailed.size === 0 ||
  [...emailed].some(([field, value]) => value !== formatHistoryValue(values[field] ?? null));

/** Returns the member's entries that have a mark or feedback, for the given milestones. */
export async function readEmailableMarks(
  db: Db,
  milestones: readonly Milestone[],
  memberId: string,
): Promise<MarkToEmail[]> {
  const rows = await marksOf(db, memberId)
    .where((eb) => eb.or([eb('marks', 'is not', null), eb('feedback', '<>', '')]))
    .execute();
  return inOrder(milestones, rows);
}

const inOrder = (milestones: readonly Milestone[], rows: readonly Mark[]): MarkToEmail[] =>
  milestones.flatMap(({ key, title, total }) => {
    const row = rows.find(({ milestone }) => milestone === key);
    return row ? [{ ...row, title, total }] : [];
  });

type Marker = { name: string; email: string };

/** `markers`: active admins and group staff who entered results. `hasOthers`: whether anyone else entered results. */
export type MarkerSummary = {
  markers: Marker[];
  hasOthers: boolean;
  supervisor: Marker | undefined;
};

/** Returns the people who entered the marks and, if `withViva`, the viva record, sorted by name without duplicates. */
export async function findMarkers(
  db: Db,
  group: DatabaseRow<'groups'>,
  marks: readonly MarkToEmail[],
  withViva: boolean,
): Promise<MarkerSummary> {
  const changedBy = [
    ...marks.map((mark) => mark.changed_by),
    ...(withViva ? [group.viva_changed_by] : []),
  ].filter((id) => id !== null);
  const ids = [...new Set([...changedBy, ...(group.supervisor_id ? [group.supervisor_id] : [])])];
  if (ids.length === 0) return { markers: [], hasOthers: false, supervisor: undefined };
  const users = await db
    .selectFrom('users')
    .select(['id', 'name', 'email', 'role', 'blocked_at'])
    .where('id', 'in', ids)
    .orderBy('sort_key')
    .execute();
  const present = users.filter((user) => isActiveAdminOrGroupStaff(user, group));
  return {
    markers: present.filter(({ id }) => changedBy.includes(id)),
    hasOthers: changedBy.some((id) => !present.some((user) => user.id === id)),
    supervisor: present.find(({ id }) => id === group.supervisor_id),
  };
}
