import { toUniqueNameKey } from '#contract/values/unique-name.ts';
import type { ContentFiles } from '#server/content/files/load-content.ts';
import { filesToSettings } from '#server/content/files/settings-files.ts';
import { addFirstSettingVersions, insertCohort } from '#server/content/write-settings.ts';
import type { Db } from '#server/db/tables.ts';
import { findNameByKey } from '#server/db/unique-names.ts';
import type { WriteTransaction } from '#server/db/write-context.ts';

/** Assigns groups that predate cohorts to the cohort of their year. Creates the cohort if it does not exist. */
export async function assignGroupsToCohorts(db: Db, files: ContentFiles, now: Date): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const years = await trx
      .selectFrom('groups')
      .select('session_year')
      .distinct()
      .where('cohort_id', 'is', null)
      .orderBy('session_year')
      .execute();
    for (const { session_year } of years) {
      const cohort_id = await cohortOfYear({ trx, now }, session_year, files);
      // Do not assign groups to a closed cohort: until it is reopened, they count as groups of the current cohort.
      if (cohort_id === undefined) continue;
      await trx
        .updateTable('groups')
        .set({ cohort_id })
        .where('session_year', '=', session_year)
        .where('cohort_id', 'is', null)
        .execute();
      await trx
        .insertInto('group_sequences')
        .columns(['cohort_id', 'program', 'number'])
        .expression((eb) =>
          eb
            .selectFrom('group_numbers')
            .select((of) => [of.val(cohort_id).as('cohort_id'), 'program', 'number'])
            .where('session_year', '=', session_year),
        )
        .onConflict((conflict) => conflict.columns(['cohort_id', 'program']).doNothing())
        .execute();
    }
  });
}

async function cohortOfYear(
  context: WriteTransaction,
  year: number,
  files: ContentFiles,
): Promise<string | undefined> {
  const { trx } = context;
  const code = String(year);
  const cohort = await trx
    .selectFrom('cohorts')
    .select(['id', 'closed_at'])
    .where('code', '=', code)
    .executeTakeFirst();
  if (cohort) return cohort.closed_at === null ? cohort.id : undefined;
  const session = `Session ${year - 1}–${String(year).slice(2)}`;
  const isTaken = await findNameByKey(trx, 'cohorts', toUniqueNameKey(session));
  const name = isTaken ? `${session} (${code})` : session;
  const id = await insertCohort(context, { name, code, isCurrent: false });
  await addFirstSettingVersions(context, id, filesToSettings(files), undefined);
  return id;
}
