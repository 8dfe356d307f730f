import type { EndpointReply } from '#contract/endpoint.ts';
import { links } from '#contract/links.ts';
import { paths } from '#contract/paths.ts';
import { type search as endpoint, maxSearchHits, type SearchHit } from '#contract/search.ts';
import { roleNames } from '#contract/values/role-names.ts';
import { matchesSearchTerms, parseSearchTerms } from '#contract/values/search-form.ts';
import { isCurrentMember } from '#server/db/current-member.ts';
import { isIdInJsonArray } from '#server/db/prepared-query.ts';
import { readTogether } from '#server/db/read-together.ts';
import { matchesSearch } from '#server/db/search.ts';
import type { DatabaseRow, Db } from '#server/db/tables.ts';
import { isGroupVisibleTo } from '#server/groups/group-access.ts';
import type { Caller } from '#server/http/serve.ts';

type Reply = EndpointReply<typeof endpoint>;

/**
 * Returns the first groups and people, by name, in which every word of `q` occurs. Callers who are not admins find only
 * their own groups and their members.
 */
export async function search(db: Db, caller: Caller, q: string | undefined): Promise<Reply> {
  const words = parseSearchTerms(q);
  if (words.length === 0) return { groups: [], people: [] };
  return readTogether(db, async (reader) => {
    const [groups, accounts] = await Promise.all([
      findGroups(reader, caller, q),
      caller.role === 'admin' ? findAccounts(reader, q) : [],
    ]);
    const members = await readMembers(reader, groups);
    const matchingMembers = members.filter(({ name, email, roll }) =>
      matchesSearchTerms(words, [name, email, roll]),
    );
    const byMembers = new Set(matchingMembers.map(({ group_id }) => group_id));
    const accountsOfMembers = new Set(matchingMembers.map(({ user_id }) => user_id));
    const matchingGroups = groups.filter(
      ({ id, ...texts }) => !byMembers.has(id) || matchesSearchTerms(words, getOwnTexts(texts)),
    );
    return {
      groups: matchingGroups.slice(0, maxSearchHits).map(toGroupHit),
      people: [
        ...matchingMembers.slice(0, maxSearchHits).map(toMemberHit),
        ...accounts.filter(({ id }) => !accountsOfMembers.has(id)).map(toAccountHit),
      ],
    };
  });
}

type FoundGroup = Pick<DatabaseRow<'groups'>, 'id' | 'name' | 'title' | 'supervisor'>;

const getOwnTexts = ({ name, title, supervisor }: Omit<FoundGroup, 'id'>) => [
  name,
  title,
  supervisor,
];

const findGroups = (db: Db, caller: Caller, q: string | undefined): Promise<FoundGroup[]> =>
  db
    .selectFrom('groups')
    .select(['id', 'name', 'title', 'supervisor'])
    .where('deleted_at', 'is', null)
    .where(isGroupVisibleTo(caller))
    .where(matchesSearch('search_key', q))
    .orderBy('sort_key')
    .orderBy('id')
    .limit(2 * maxSearchHits)
    .execute();

async function readMembers(db: Db, groups: readonly FoundGroup[]) {
  const ids = JSON.stringify(groups.map(({ id }) => id));
  return db
    .selectFrom('members')
    .innerJoin('groups', 'groups.id', 'members.group_id')
    .select(['members.id', 'members.group_id', 'members.user_id'])
    .select(['members.name', 'members.email', 'members.roll', 'groups.name as group_name'])
    .where(isIdInJsonArray(db, 'members.group_id', ids))
    .where(isCurrentMember)
    .orderBy('groups.sort_key')
    .orderBy('members.position')
    .execute();
}
type FoundMember = Awaited<ReturnType<typeof readMembers>>[number];

const findAccounts = (db: Db, q: string | undefined) =>
  db
    .selectFrom('users')
    .select(['id', 'name', 'email', 'role'])
    .where(matchesSearch('search_key', q))
    .orderBy('sort_key')
    .limit(maxSearchHits)
    .execute();

const toGroupHit = ({ id, name, title }: FoundGroup): SearchHit => ({
  _id: id,
  title: name,
  detail: title,
  to: paths.group(name),
});

const toMemberHit = ({ id, name, roll, group_name }: FoundMember): SearchHit => ({
  _id: id,
  title: name,
  detail: `${roll}, ${group_name}`,
  to: paths.group(group_name),
});

const toAccountHit = ({
  id,
  name,
  email,
  role,
}: Pick<DatabaseRow<'users'>, 'id' | 'name' | 'email' | 'role'>): SearchHit => ({
  _id: id,
  title: name,
  detail: `${email}, ${roleNames[role]}`,
  to: links.adminUser(email),
});
