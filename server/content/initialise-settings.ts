import { sql } from 'kysely';
import { isPostgres } from '#server/db/migrate.ts';
import type { Db } from '#server/db/tables.ts';
import type { ContentFiles } from './files/load-content.ts';
import { filesToSettings } from './files/settings-files.ts';
import { addFirstSettingVersions, insertCohort } from './write-settings.ts';

/** Saves the content files as the settings of a new portal. A repeated call adds only missing settings. */
export async function initialiseSettings(db: Db, files: ContentFiles, now: Date): Promise<void> {
  const { session, sessionYear } = files.department;
  await db.transaction().execute(async (trx) => {
    // Prevent a second process from initialising the settings concurrently.
    if (isPostgres(trx)) await sql`lock table cohorts in share row exclusive mode`.execute(trx);
    const cohorts = await trx.selectFrom('cohorts').select('id').execute();
    if (cohorts.length === 0) {
      const cohort = { name: session, code: String(sessionYear), isCurrent: true };
      cohorts.push({ id: await insertCohort({ trx, now }, cohort) });
    }
    const values = filesToSettings(files);
    for (const scope of ['department', ...cohorts.map(({ id }) => id)]) {
      await addFirstSettingVersions({ trx, now }, scope, values, undefined);
    }
  });
}
