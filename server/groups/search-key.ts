import { searchForm } from '#contract/values/search-form.ts';
import { compiledOnce, listedIn } from '#server/db/compile-once.ts';
import type { Db } from '#server/db/tables.ts';

/** Names, title, people, emails and rolls in one text, so that a search reads one column. */
const textsIn = compiledOnce((db, { ids }: { ids: string }) =>
  db
    .selectFrom('groups')
    .leftJoin('members', 'members.group_id', 'groups.id')
    .select(['groups.id', 'groups.name as group_name', 'title', 'supervisor', 'external_examiner'])
    .select(['members.name', 'members.email', 'members.roll'])
    .where(listedIn(db, 'groups.id', ids))
    .orderBy('members.position'),
);

/** For groups whose names, people or addresses have changed, in the transaction that changed them. */
export async function writeSearchKeys(db: Db, groupIds: readonly string[]): Promise<void> {
  const rows = await textsIn(db, { ids: JSON.stringify(groupIds) });
  for (const [id, own] of Map.groupBy(rows, (row) => row.id)) {
    const [group] = own;
    const texts = [
      ...[group?.group_name, group?.title, group?.supervisor, group?.external_examiner],
      ...own.flatMap(({ name, email, roll }) => [name, email, roll]),
    ];
    const search_key = searchForm(texts.filter(Boolean).join('\n'));
    await db.updateTable('groups').set({ search_key }).where('id', '=', id).execute();
  }
}
