import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { z } from 'zod';
import { updateGroup } from '#contract/admin.ts';
import { FullGroup, listChanges, listGroups } from '#contract/groups.ts';
import { listUsers, updateUser } from '#contract/users.ts';
import { filesFolderOf } from '#server/backup/places.ts';
import { isPostgres } from '#server/db/migrate.ts';
import type { Db } from '#server/db/tables.ts';
import { Caller } from '#tools/test/caller.ts';

/**
 * What is wrong with what the portal keeps, read through its own endpoints: every group and user must still be one that
 * the contract would take as an update, every file must be there with its hash, and the database's own checks must hold.
 */
export async function errorsInRows(
  place: { db: Db; dataDir: string; url: string },
  adminToken: string | undefined,
): Promise<string[]> {
  const admin = new Caller(place.url, adminToken);
  const errors: string[] = [];
  const hold = (what: string, schema: z.ZodType, value: unknown) => {
    const { error } = schema.safeParse(value);
    if (error) errors.push(`${what}: ${error.message.replace(/\s+/g, ' ').slice(0, 300)}`);
  };
  for (const query of [{}, { bin: 'true' as const }]) {
    const { groups } = await admin.call(listGroups, { query });
    for (const group of groups) {
      hold(`group ${group._id}`, FullGroup, group);
      hold(`group ${group._id} as an update`, updateGroup.body, group);
      hold(
        `history of ${group._id}`,
        listChanges.reply,
        await admin.call(listChanges, { params: { groupId: group._id } }),
      );
    }
  }
  const { users } = await admin.call(listUsers);
  hold('users', listUsers.reply, { users, total: users.length });
  for (const { name, email, role } of users)
    hold(`user ${email}`, updateUser.body, { name, email, role });
  return [...errors, ...(await errorsInFiles(place)), ...(await errorsInDatabase(place.db))];
}

async function errorsInFiles({ db, dataDir }: { db: Db; dataDir: string }): Promise<string[]> {
  const errors: string[] = [];
  const folder = filesFolderOf({ dataDir });
  const left = new Set(await readdir(join(folder, 'kept')));
  for (const { id, sha256 } of await db
    .selectFrom('documents')
    .select(['id', 'sha256'])
    .execute()) {
    if (!left.delete(id)) errors.push(`the file ${id} is missing`);
    else if (
      createHash('sha256')
        .update(await readFile(join(folder, 'kept', id)))
        .digest('hex') !== sha256
    ) {
      errors.push(`the file ${id} is not what its row says`);
    }
  }
  errors.push(...[...left].map((id) => `the file ${id} has no row`));
  const arriving = await readdir(join(folder, 'incoming'));
  return [...errors, ...arriving.map((name) => `incoming/${name} was left behind`)];
}

async function errorsInDatabase(db: Db): Promise<string[]> {
  if (isPostgres(db)) return [];
  const whole = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(db);
  const keys = await sql`pragma foreign_key_check`.execute(db);
  return [
    ...whole.rows.flatMap(({ integrity_check: said }) => (said === 'ok' ? [] : [said])),
    ...keys.rows.map((row) => `a row refers to nothing: ${JSON.stringify(row)}`),
  ];
}
