import { sql } from 'kysely';
import { isPostgres } from '#server/db/migrate.ts';
import { isIdInJsonArray, prepareQuery } from '#server/db/prepared-query.ts';
import type { Db } from '#server/db/tables.ts';

export type MarkEntry = { marks: number | null; feedback: string | null; revision: number };
type EntriesByMilestone = Record<string, MarkEntry>;

/** Returns the marks of the members of the groups with these ids, a JSON array, by member id. */
export async function readMarks(db: Db, ids: string): Promise<Map<string, EntriesByMilestone>> {
  const byMember = new Map<string, EntriesByMilestone>();
  for (const { member_id, milestone, ...entry } of await marksIn(db, { ids }))
    byMember.getOrInsertComputed(member_id, () => ({}))[milestone] = entry;
  return byMember;
}

/** Like `readMarks`, but all feedback is null and all revisions are 0. Takes less time for thousands of groups. */
export async function readMarksOnly(db: Db, ids: string): Promise<Map<string, EntriesByMilestone>> {
  const rows = await markTextsIn(db, { ids });
  return new Map(
    rows.map(({ member_id, text }) => {
      const entries: EntriesByMilestone = {};
      for (const [milestone, marks] of Object.entries(
        JSON.parse(text) as Record<string, number | null>,
      ))
        entries[milestone] = { marks, feedback: null, revision: 0 };
      return [member_id, entries];
    }),
  );
}

const selectMarks = (db: Db, ids: string) =>
  db
    .selectFrom('marks')
    .innerJoin('members', 'members.id', 'marks.member_id')
    .where(isIdInJsonArray(db, 'members.group_id', ids));

const marksIn = prepareQuery((db, { ids }: { ids: string }) =>
  selectMarks(db, ids).select([
    'marks.member_id',
    'marks.milestone',
    'marks.marks',
    'marks.feedback',
    'marks.revision',
  ]),
);

/** Selects one row per member, because reading one row per mark takes longer. */
const markTextsIn = prepareQuery((db, { ids }: { ids: string }) =>
  selectMarks(db, ids)
    .select('marks.member_id')
    .select(
      (isPostgres(db)
        ? sql<string>`cast(json_object_agg(marks.milestone, marks.marks) as text)`
        : sql<string>`json_group_object(marks.milestone, marks.marks)`
      ).as('text'),
    )
    .groupBy('marks.member_id'),
);
