import { normaliseForSearch } from '#contract/values/search-form.ts';
import type { Db } from '#server/db/tables.ts';
import { getGroupNameKeys } from '#server/groups/search-key.ts';
import { buildDerivedUserColumns } from '#server/users/account-keys.ts';

/** Returns the table, text and stale columns of each row whose search keys do not match its text. */
export async function findStaleSearchKeys(db: Db): Promise<string[]> {
  const users = await db.selectFrom('users').selectAll().execute();
  const groups = await db.selectFrom('groups').selectAll().execute();
  const members = Map.groupBy(
    await db.selectFrom('members').selectAll().orderBy('position').execute(),
    ({ group_id }) => group_id,
  );
  const emails = await db
    .selectFrom('emails')
    .leftJoin('email_search_keys', 'email_search_keys.id', 'emails.id')
    .select(['recipient', 'subject', 'email_search_keys.search_key'])
    .execute();
  const entries = await db.selectFrom('audit_entries').selectAll().execute();
  const textsOf = ({ id, name, title, supervisor, external_examiner }: (typeof groups)[number]) => [
    ...[name, title, supervisor, external_examiner],
    ...(members.get(id) ?? []).flatMap((member) => [member.name, member.email, member.roll]),
  ];
  return [
    ...users.flatMap((user) =>
      differences('users', user.name, user, buildDerivedUserColumns(user)),
    ),
    ...groups.flatMap((group) => {
      const search_key = normaliseForSearch(textsOf(group).filter(Boolean).join('\n'));
      return differences('groups', group.name, group, {
        search_key,
        ...getGroupNameKeys(group.name),
      });
    }),
    ...emails.flatMap((email) => {
      const search_key = normaliseForSearch(`${email.recipient}\n${email.subject}`);
      return differences('emails', email.subject, email, { search_key });
    }),
    ...entries.flatMap((entry) => {
      const { actor_name, actor_email, subject_name, detail, address } = entry;
      const texts = [actor_name, actor_email, subject_name, detail, address].filter(Boolean);
      return differences('audit_entries', detail, entry, {
        search_key: normaliseForSearch(texts.join('\n')),
      });
    }),
  ];
}

function differences(
  table: string,
  text: string,
  row: Record<string, unknown>,
  keys: Record<string, string>,
): string[] {
  const stale = Object.keys(keys).filter((column) => row[column] !== keys[column]);
  return stale.length === 0 ? [] : [`${table} “${text}”: ${stale.join(', ')}`];
}
