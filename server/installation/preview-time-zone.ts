import {
  parseCohortSettings,
  readCurrentSettings,
  toDeadlines,
} from '#server/content/read-settings.ts';
import { readTogether } from '#server/db/read-together.ts';
import type { Db } from '#server/db/tables.ts';
import type { Services } from '#server/services.ts';

/** Returns the deadlines of open cohorts that would be due at another moment in the time zone. */
export async function previewTimeZone(
  { db, content }: Pick<Services, 'db' | 'content'>,
  timeZone: string,
) {
  const open = content.cohorts.filter(({ closedAt }) => closedAt === null);
  const stored = await readTogether(db, (reader) =>
    Promise.all(
      open.map(async (cohort) => {
        const [dates, rows] = await Promise.all([
          countIndividualDates(reader, cohort._id),
          readCurrentSettings(reader, cohort._id),
        ]);
        return { cohort, dates, settings: parseCohortSettings(rows) };
      }),
    ),
  );
  const deadlines: { cohort: string; title: string; before: string; after: string }[] = [];
  let individualDates = 0;
  for (const { cohort, dates, settings } of stored) {
    individualDates += dates;
    const before = toDeadlines(settings.deadlines, content.timeZone);
    const after = toDeadlines(settings.deadlines, timeZone);
    for (const [index, { title, due }] of before.entries()) {
      const moved = after[index]?.due ?? due;
      if (moved !== due) deadlines.push({ cohort: cohort.name, title, before: due, after: moved });
    }
  }
  return { deadlines, individualDates };
}

async function countIndividualDates(db: Db, cohortId: string): Promise<number> {
  const { count } = await db
    .selectFrom('group_deadlines')
    .innerJoin('groups', 'groups.id', 'group_deadlines.group_id')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('groups.cohort_id', '=', cohortId)
    .where('groups.deleted_at', 'is', null)
    .where('group_deadlines.due', 'is not', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}
