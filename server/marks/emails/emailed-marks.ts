import {
  findMilestone,
  listMilestones,
  type MarkingScheme,
  type Milestone,
} from '#contract/rules/scheme.ts';
import { isCurrentMember } from '#server/db/current-member.ts';
import type { DatabaseRow, Db } from '#server/db/tables.ts';
import { formatHistoryValue, readValuesAtRevision } from '#server/groups/changes/record-changes.ts';
import { isActiveAdminOrGroupStaff } from '#server/groups/check-email.ts';

type Mark = Pick<
  DatabaseRow<'marks'>,
  'member_id' | 'milestone' | 'marks' | 'feedback' | 'changed_by'
> & {
  /** Set if the mark that the last email contained has since been changed or removed. */
  corrected?: Correction;
};
export type Correction = {
  from: number;
  /** Total of the milestone in the last email, if it has since been changed. */
  fromTotal: number | undefined;
  reason: string | null;
};
export type MarkToEmail = Mark & { title: string; total: number };

const selectMarksOfGroup = (db: Db, groupId: string) =>
  db
    .selectFrom('marks')
    .innerJoin('members', 'members.id', 'marks.member_id')
    .select(['member_id', 'milestone', 'marks', 'feedback', 'marks.changed_by'])
    .where('members.group_id', '=', groupId)
    .where(isCurrentMember);

/** Returns the group's marks that changed since the last emails. The caller must hold the group's lock. */
export const readChangedMarks = (db: Db, groupId: string) =>
  selectMarksOfGroup(db, groupId)
    .select(['revision', 'notified_revision', 'correction_reason'])
    .whereRef('revision', '>', 'notified_revision')
    .execute();

type ChangedMark = Awaited<ReturnType<typeof readChangedMarks>>[number];

/** Returns the marks to email: those that differ from the last email to their member. */
export async function findMarksToEmail(
  db: Db,
  scheme: MarkingScheme,
  groupId: string,
  changed: readonly ChangedMark[],
): Promise<MarkToEmail[]> {
  const news = await Promise.all(changed.map((row) => compareWithEmail(db, scheme, groupId, row)));
  return toMarksToEmail(
    listMilestones(scheme),
    news.filter((mark) => mark !== undefined),
  );
}

async function compareWithEmail(
  db: Db,
  scheme: MarkingScheme,
  groupId: string,
  { revision, notified_revision: notified, correction_reason: reason, ...mark }: ChangedMark,
): Promise<Mark | undefined> {
  // Nothing was emailed before the first revision, so there is nothing to compare.
  if (revision === 1) return mark;
  const cell = { memberId: mark.member_id, part: mark.milestone, revision: notified };
  const emailed = await readValuesAtRevision(db, groupId, cell);
  const total = findMilestone(scheme, mark.milestone)?.total;
  const { marks, feedback } = mark;
  if (!differs(emailed, { marks, feedback, total })) return undefined;
  const before = emailed.get('marks') ?? null;
  const isCorrected = before !== null && before !== formatHistoryValue(mark.marks);
  const emailedTotal = emailed.get('total') ?? undefined;
  const fromTotal = emailedTotal === undefined ? undefined : Number(emailedTotal);
  const corrected = { from: Number(before), fromTotal, reason };
  return { ...mark, ...(isCorrected && { corrected }) };
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

/** Returns the members' entries that have a mark or feedback. */
export const readEmailableMarks = (db: Db, groupId: string): Promise<Mark[]> =>
  selectMarksOfGroup(db, groupId)
    .where((eb) => eb.or([eb('marks', 'is not', null), eb('feedback', '<>', '')]))
    .execute();

/** Returns the marks with their milestone's title and total, in the order of the milestones. */
export const toMarksToEmail = (
  milestones: readonly Milestone[],
  rows: readonly Mark[],
): MarkToEmail[] =>
  milestones.flatMap(({ key, title, total }) =>
    rows.filter(({ milestone }) => milestone === key).map((row) => ({ ...row, title, total })),
  );

type Marker = { name: string; email: string };

/** `markers`: active admins and group staff who entered results. `hasOthers`: whether anyone else entered results. */
export type MarkerSummary = {
  markers: Marker[];
  hasOthers: boolean;
  supervisor: Marker | undefined;
};

/** Reads the accounts of the group's supervisor and of everybody who entered its marks or viva record, by name. */
export const readPossibleMarkers = (db: Db, group: DatabaseRow<'groups'>) =>
  db
    .selectFrom('users')
    .select(['id', 'name', 'email', 'role', 'blocked_at'])
    .where((eb) =>
      eb.or([
        eb('id', 'in', selectMarksOfGroup(db, group.id).clearSelect().select('marks.changed_by')),
        eb('id', '=', group.supervisor_id),
        eb('id', '=', group.viva_changed_by),
      ]),
    )
    .orderBy('sort_key')
    .execute();

/** Returns the people who entered the marks and, if `withViva`, the viva record, sorted by name without duplicates. */
export function findMarkers(
  users: Awaited<ReturnType<typeof readPossibleMarkers>>,
  group: DatabaseRow<'groups'>,
  marks: readonly MarkToEmail[],
  withViva: boolean,
): MarkerSummary {
  const changedBy = [
    ...marks.map((mark) => mark.changed_by),
    ...(withViva ? [group.viva_changed_by] : []),
  ].filter((id) => id !== null);
  const present = users.filter((user) => isActiveAdminOrGroupStaff(user, group));
  return {
    markers: present.filter(({ id }) => changedBy.includes(id)),
    hasOthers: changedBy.some((id) => !present.some((user) => user.id === id)),
    supervisor: present.find(({ id }) => id === group.supervisor_id),
  };
}
