import { nameKey } from '#contract/text.ts';
import { aboutGroup, recordEntry } from '#server/audit/record-entry.ts';
import type { Db } from '#server/db/tables.ts';
import type { Caller } from '#server/http/serve.ts';
import { recordChanges } from './record-changes.ts';

/**
 * Follows a faculty account's new name in the groups that name it as supervisor or external examiner; otherwise he would
 * lose them, for groups know their staff by name (spec 6). In the caller's transaction.
 */
export async function renameStaff(
  db: Db,
  from: string,
  to: string,
  by: Caller,
  now: Date,
): Promise<void> {
  for (const part of ['supervisor', 'external_examiner'] as const) {
    const renamed = await db
      .updateTable('groups')
      .set((eb) => ({
        [part]: to,
        [`${part}_key`]: nameKey(to),
        version: eb('version', '+', 1),
        changed_at: now.toISOString(),
        changed_by: by.userId,
      }))
      .where(`${part}_key`, '=', nameKey(from))
      .returning(['id', 'name'])
      .execute();
    for (const group of renamed) {
      await recordChanges(db, group.id, [{ part: 'group', field: part, from, to }], by, now);
      const detail = `${part.replace('_', ' ')}, who has a new name`;
      const subject = aboutGroup(group);
      await recordEntry(db, { action: 'group-changed', by, subject, detail }, now);
    }
  }
}
