// Benchmark for `npm run bench:insights`: measures lists, exports and charts of a large department.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { getFilesFolder } from '#server/backup/places.ts';
import { isPostgres } from '#server/db/migrate.ts';
import { hashPassword } from '#server/session/password/password.ts';
import { insertUser } from '#server/users/add-user.ts';
import { insertManyGroups } from '#tools/demo/many-groups.ts';
import { measureRequestDurations } from '#tools/demo/measure.ts';
import { ApiCaller } from '#tools/test/caller.ts';
import { onProcessEnd } from '#tools/test/on-end.ts';
import { testUserPassword } from '#tools/test/people.ts';
import { startPostgres } from '#tools/test/start-postgres.ts';
import { openInProcessPortal } from '#trust/lib/processes/in-process.ts';
import { createWorkspace } from '#trust/steps/workspaces.ts';

const { values } = parseArgs({
  options: {
    groups: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
    database: { type: 'string', default: 'sqlite' },
  },
});
const folder = mkdtempSync(join(tmpdir(), 'bench-'));
const clean = onProcessEnd(() => rmSync(folder, { recursive: true, force: true }));
const postgres = values.database === 'postgres' ? startPostgres() : undefined;

try {
  const workspace = await createWorkspace({ folder, postgresUrl: postgres?.url });
  const portal = await openInProcessPortal(workspace);
  try {
    const { db, clock, content } = portal;
    const passwordHash = await hashPassword(testUserPassword);
    const admin = { name: 'Admin', email: 'office@university.test', role: 'admin' } as const;
    await insertUser({ trx: db, now: clock() }, { ...admin, passwordHash });
    const cohort = content.current;
    const size = {
      groups: Number(values.groups),
      seed: Number(values.seed),
      passwordHash,
      cohort,
      filesFolder: getFilesFolder(workspace),
    };
    const began = performance.now();
    const rows = await insertManyGroups(db, size, () => {});
    // Update the planner statistics now, because autovacuum would do so only later.
    if (isPostgres(db)) await sql`analyze`.execute(db);
    console.log(
      `${values.database}, in ${((performance.now() - began) / 1000).toFixed(0)} s:`,
      rows,
    );
    await measureRequestDurations(
      await new ApiCaller(portal.url).logIn(admin.email, testUserPassword),
    );
  } finally {
    await portal.close();
  }
} finally {
  postgres?.stop();
  clean();
}
