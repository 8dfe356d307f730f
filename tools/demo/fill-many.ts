import { getFilesFolder, withDatabase } from '#server/backup/places.ts';
import { readConfig } from '#server/config.ts';
import { loadStoredContent } from '#server/content/open-content.ts';
import { hashPassword } from '#server/session/password/password.ts';
import { insertManyGroups } from './many-groups.ts';

type Options = { dataDir: string; password: string; groups: number; seed: number; now: Date };

/** Adds many groups to a portal that uses SQLite, as of `now`. */
export async function addManySampleGroups({ dataDir, password, groups, seed, now }: Options) {
  const config = readConfig({ DATA_DIR: dataDir });
  const workspace = { dataDir, databaseUrl: undefined };
  const began = performance.now();
  const passwordHash = await hashPassword(password);
  const rowCounts = await withDatabase(workspace, async (db) =>
    insertManyGroups(
      db,
      {
        groups,
        seed,
        passwordHash,
        latest: now.getTime(),
        cohort: (await loadStoredContent(db, config)).current,
        filesFolder: getFilesFolder(workspace),
      },
      (done) => {
        if (done % 250 === 0 || done === groups) console.log(`  ${done} of ${groups} groups`);
      },
    ),
  );
  const rows = Object.entries(rowCounts).map(([table, count]) => `${count} ${table}`);
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  console.log(`Added ${rows.join(', ')} in ${seconds} s with seed ${seed}.`);
}
