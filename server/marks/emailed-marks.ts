import { type Milestone, milestonesOf, type Scheme } from '#contract/rules/scheme.ts';
import type { Db, Row } from '#server/db/tables.ts';

type Mark = Pick<Row<'marks'>, 'milestone' | 'marks' | 'feedback' | 'changed_by'>;
export type EmailedMark = Mark & { title: string; total: number };

const marksOf = (db: Db, memberId: string) =>
  db
    .selectFrom('marks')
    .select(['milestone', 'marks', 'feedback', 'changed_by'])
    .where('member_id', '=', memberId);

export async function unnotifiedMarks(
  db: Db,
  scheme: Scheme,
  memberId: string,
): Promise<EmailedMark[]> {
  return inOrder(
    milestonesOf(scheme),
    await marksOf(db, memberId).whereRef('revision', '>', 'notified_revision').execute(),
  );
}

/** Of these milestones, without what is neither marked nor commented. */
export async function standingMarks(
  db: Db,
  milestones: readonly Milestone[],
  memberId: string,
): Promise<EmailedMark[]> {
  const rows = await marksOf(db, memberId)
    .where((eb) => eb.or([eb('marks', 'is not', null), eb('feedback', '<>', '')]))
    .execute();
  return inOrder(milestones, rows);
}

const inOrder = (milestones: readonly Milestone[], rows: readonly Mark[]): EmailedMark[] =>
  milestones.flatMap(({ key, title, total }) => {
    const row = rows.find(({ milestone }) => milestone === key);
    return row ? [{ ...row, title, total }] : [];
  });

export type Marker = { name: string; email: string; isBlocked: boolean };

/** With a group, its viva's too; each once, by name. */
export async function findMarkers(
  db: Db,
  marks: readonly EmailedMark[],
  group: Pick<Row<'groups'>, 'viva_changed_by'> | undefined,
): Promise<Marker[]> {
  const ids = [...marks.map((mark) => mark.changed_by), group?.viva_changed_by];
  const known = ids.filter((id) => id !== null && id !== undefined);
  if (known.length === 0) return [];
  const users = await db
    .selectFrom('users')
    .select(['name', 'email', 'blocked_at'])
    .where('id', 'in', known)
    .orderBy('name')
    .execute();
  return users.map(({ name, email, blocked_at }) => ({
    name,
    email,
    isBlocked: blocked_at !== null,
  }));
}
