import { normaliseForSearch } from '#contract/values/search-form.ts';
import { toSortKey } from '#contract/values/sort-key.ts';
import { isListedMember } from '#server/db/current-member.ts';
import { isIdInJsonArray, prepareQuery } from '#server/db/prepared-query.ts';
import type { Db } from '#server/db/tables.ts';

const textsIn = prepareQuery((db, { ids }: { ids: string }) =>
  db
    .selectFrom('groups')
    .leftJoin('members', (join) =>
      join.onRef('members.group_id', '=', 'groups.id').on(isListedMember),
    )
    .select(['groups.id', 'groups.name as group_name', 'title', 'supervisor', 'external_examiner'])
    .select(['members.name', 'members.email', 'members.roll'])
    .where(isIdInJsonArray(db, 'groups.id', ids))
    .orderBy('members.position'),
);

/** Returns the columns derived from a group's name, which are used to search emails and to sort groups. */
export const getGroupNameKeys = (name: string) => ({
  name_search_key: normaliseForSearch(name),
  sort_key: toSortKey(name),
});

/** Updates the groups' search and sort keys. Call this in the transaction that changes names, titles or people. */
export async function writeGroupSearchKeys(db: Db, groupIds: readonly string[]): Promise<void> {
  const rows = await textsIn(db, { ids: JSON.stringify(groupIds) });
  for (const [id, memberRows] of Map.groupBy(rows, (row) => row.id)) {
    const [group] = memberRows;
    const texts = [
      ...[group?.group_name, group?.title, group?.supervisor, group?.external_examiner],
      ...memberRows.flatMap(({ name, email, roll }) => [name, email, roll]),
    ];
    const keys = {
      search_key: normaliseForSearch(texts.filter(Boolean).join('\n')),
      ...getGroupNameKeys(group?.group_name ?? ''),
    };
    await db.updateTable('groups').set(keys).where('id', '=', id).execute();
  }
}
