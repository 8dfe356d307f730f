import { paths } from '#contract/paths.ts';
import { isCurrentMember } from '#server/db/current-member.ts';
import { isIdInJsonArray } from '#server/db/prepared-query.ts';
import type { DatabaseRow, Db } from '#server/db/tables.ts';
import type { WriteContext } from '#server/db/write-context.ts';
import { findActiveAccounts } from '#server/groups/staff/find-active-accounts.ts';
import { getEmailSender } from '#server/mail/compose-email.ts';
import { type NotificationMessage, notify } from '#server/notices/notify.ts';
import { buildPeopleEmail } from './people-email.ts';

type Group = Pick<DatabaseRow<'groups'>, 'id' | 'name' | 'supervisor_id' | 'external_examiner_id'>;

export type PeopleNews = {
  groups: readonly Group[];
  /** Sentence of the notice, and the same sentence with names that cannot become links in an email. */
  text: string;
  emailText: string;
  /** Further sentences for members, by member id. */
  personal: ReadonlyMap<string, string>;
  /** True if the members who join get another email, which names them. */
  skipsJoined?: boolean;
};

/**
 * Runs `write` and notifies the staff and all who are members before or after it. Members who leave are notified first,
 * because a former member receives no emails. Returns the ids of the queued emails.
 */
export async function notifyAround(
  context: WriteContext,
  news: PeopleNews,
  write: () => Promise<unknown>,
): Promise<string[]> {
  const [before, staff] = await Promise.all([
    listMembers(context.trx, news.groups),
    buildStaffMessages(context, news),
  ]);
  const members = buildMemberMessages(context, news, before);
  const first = await notify(context, 'groups', [...staff, ...members]);
  await write();
  const known = new Set(before.map(({ id }) => id));
  const joined = (await listMembers(context.trx, news.groups)).filter(({ id }) => !known.has(id));
  if (joined.length === 0 || news.skipsJoined) return first.flatMap((id) => id ?? []);
  const second = await notify(context, 'groups', buildMemberMessages(context, news, joined));
  return [...first, ...second].flatMap((id) => id ?? []);
}

type MemberName = Pick<DatabaseRow<'members'>, 'id' | 'name'>;

const listMembers = (db: Db, groups: readonly Group[]): Promise<MemberName[]> =>
  db
    .selectFrom('members')
    .select(['id', 'name'])
    .where(isIdInJsonArray(db, 'group_id', JSON.stringify(groups.map(({ id }) => id))))
    .where(isCurrentMember)
    .orderBy('group_id')
    .orderBy('position')
    .execute();

function buildMemberMessages(
  { services, caller }: WriteContext,
  news: PeopleNews,
  members: readonly MemberName[],
): NotificationMessage[] {
  const sender = getEmailSender(services);
  return members.map(({ id, name }) => {
    const personal = news.personal.get(id);
    const sentences = personal === undefined ? [] : [personal];
    const email = buildPeopleEmail(sender, {
      name,
      by: caller,
      groups: news.groups,
      sentences: [news.emailText, ...sentences],
      path: paths.students,
    });
    const text = [news.text, ...sentences].join(' ');
    // Without a group, the email is also delivered to a person who no longer belongs to it.
    const content = { ...email, groupId: null, right: 'recipient' } as const;
    return { to: { memberId: id }, text, path: paths.students, email: content };
  });
}

async function buildStaffMessages(
  { trx, services, caller }: WriteContext,
  { groups, text, emailText }: PeopleNews,
): Promise<NotificationMessage[]> {
  const ids = groups.flatMap((group) => [
    group.supervisor_id ?? [],
    group.external_examiner_id ?? [],
  ]);
  const accounts = await findActiveAccounts(trx, [...new Set(ids.flat())]);
  const sender = getEmailSender(services);
  const groupIds = groups.map((group) => group.id);
  return accounts.map(({ id, name }) => {
    const path = paths.faculty;
    const email = buildPeopleEmail(sender, {
      name,
      by: caller,
      groups,
      sentences: [emailText],
      path,
    });
    const content = { ...email, groupId: null, right: 'one-group', groupIds } as const;
    return { to: { userId: id }, text, path, email: content };
  });
}
