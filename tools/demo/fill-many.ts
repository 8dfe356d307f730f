import { filesFolderOf, withDatabase } from '#server/backup/places.ts';
import { readConfig } from '#server/config.ts';
import { openContent } from '#server/content/content.ts';
import { hashPassword } from '#server/session/password/password.ts';
import { addManyGroups } from './many-groups.ts';

type Many = { dataDir: string; password: string; groups: number; seed: number };

/** Adds many groups to a portal on SQLite that is open on this folder, and says how far it is. */
export async function fillMany({ dataDir, password, groups, seed }: Many) {
  const config = readConfig({ DATA_DIR: dataDir });
  const place = { dataDir, databaseUrl: undefined };
  const began = performance.now();
  const passwordHash = await hashPassword(password);
  const written = await withDatabase(place, async (db) =>
    addManyGroups(
      db,
      {
        groups,
        seed,
        passwordHash,
        cohort: (await openContent(db, config.timeZone)).current,
        filesFolder: filesFolderOf(place),
      },
      (done) => {
        if (done % 250 === 0 || done === groups) console.log(`  ${done} of ${groups} groups`);
      },
    ),
  );
  const rows = Object.entries(written).map(([table, count]) => `${count} ${table}`);
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  console.log(`Added ${rows.join(', ')} in ${seconds} s, from the seed ${seed}.`);
  console.log('Their dates follow the deadlines in content/, so that some lie ahead of today.');
}
