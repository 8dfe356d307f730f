import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { z } from 'zod';
import { updateGroup } from '#contract/admin/group-edits.ts';
import { FullGroup, listGroups } from '#contract/groups.ts';
import { listChanges } from '#contract/history.ts';
import { listUsers, updateUser } from '#contract/users.ts';
import { getFilesFolder } from '#server/backup/places.ts';
import type { Db } from '#server/db/tables.ts';
import { ApiCaller } from '#tools/test/caller.ts';

/** Returns errors for rows that violate the contract, and for missing, altered or orphaned files. */
export async function findInvalidRows(
  workspace: { db: Db; dataDir: string; url: string },
  adminToken: string | undefined,
): Promise<string[]> {
  const admin = new ApiCaller(workspace.url, adminToken);
  const errors: string[] = [];
  const check = (label: string, schema: z.ZodType, value: unknown) => {
    const { error } = schema.safeParse(value);
    if (error) errors.push(`${label}: ${error.message.replace(/\s+/g, ' ').slice(0, 300)}`);
  };
  for (const query of [{}, { bin: 'true' as const }]) {
    const { groups } = await admin.call(listGroups, { query });
    for (const group of groups) {
      check(`group ${group._id}`, FullGroup, group);
      check(`group ${group._id} as an update`, updateGroup.body, group);
      check(
        `history of ${group._id}`,
        listChanges.reply,
        await admin.call(listChanges, { params: { groupId: group._id } }),
      );
    }
  }
  const { users } = await admin.call(listUsers);
  check('users', listUsers.reply, { users, total: users.length });
  for (const { name, email, role } of users)
    check(`user ${email}`, updateUser.body, { name, email, role });
  return [...errors, ...(await findInvalidFiles(workspace))];
}

async function findInvalidFiles({ db, dataDir }: { db: Db; dataDir: string }): Promise<string[]> {
  const errors: string[] = [];
  const folder = getFilesFolder({ dataDir });
  const unmatched = new Set(await readdir(join(folder, 'kept')));
  const rows = await db.selectFrom('documents').select(['id', 'sha256', 'removed_at']).execute();
  for (const { id, sha256, removed_at } of rows) {
    if (!unmatched.delete(id)) {
      // A request may have removed the file on purpose.
      if (removed_at === null) errors.push(`the file ${id} is missing`);
      continue;
    }
    const content = await readFile(join(folder, 'kept', id));
    const hash = createHash('sha256').update(content).digest('hex');
    if (hash !== sha256) errors.push(`the file ${id} differs from its row`);
  }
  errors.push(...[...unmatched].map((id) => `the file ${id} has no row`));
  const incoming = await readdir(join(folder, 'incoming'));
  return [...errors, ...incoming.map((name) => `incoming/${name} was not cleaned up`)];
}
