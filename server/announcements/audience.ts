import { sql } from 'kysely';
import type { Audience, AudienceRole, Recipient } from '#contract/messages/announcements.ts';
import { toListEntryKey } from '#contract/values/listed.ts';
import { sortByText } from '#contract/values/sort-key.ts';
import { isCurrentMember } from '#server/db/current-member.ts';
import type { DatabaseRow, Db } from '#server/db/tables.ts';
import { findRecipients, type RecipientReference } from '#server/notices/find-recipients.ts';

/** `programs` is null for all programs of the cohort, and `groupIds` is null for all groups. */
export type AnnouncementTarget = {
  cohortId: string;
  programs: readonly string[] | null;
  groupIds: readonly string[] | null;
  roles: readonly AudienceRole[];
};

export const toAnnouncementTarget = (
  cohortId: string,
  audience: Audience,
  roles: readonly AudienceRole[],
): AnnouncementTarget => ({
  cohortId,
  programs: audience.to === 'programs' ? [...new Set(audience.programs)] : null,
  groupIds: audience.to === 'groups' ? [...new Set(audience.groupIds)] : null,
  roles: [...new Set(roles)],
});

type Stored = Pick<
  DatabaseRow<'announcements'>,
  'id' | 'cohort_id' | 'programs' | 'is_for_groups' | 'roles'
>;

export async function readAnnouncementTarget(db: Db, row: Stored): Promise<AnnouncementTarget> {
  const { cohortId, programs, roles } = parseAudience(row);
  if (row.is_for_groups === 0) return { cohortId, programs, roles, groupIds: null };
  const chosen = await db
    .selectFrom('announcement_groups')
    .select('group_id')
    .where('announcement_id', '=', row.id)
    .orderBy('group_id')
    .execute();
  return { cohortId, programs, roles, groupIds: chosen.map(({ group_id }) => group_id) };
}

export const parseAudience = (row: Omit<Stored, 'id'>) => ({
  cohortId: row.cohort_id,
  programs: row.programs === null ? null : (JSON.parse(row.programs) as string[]),
  roles: JSON.parse(row.roles) as AudienceRole[],
});

/** `groupIds` names the groups of the audience to which the person belongs. */
export type AnnouncementRecipient = Recipient & { to: RecipientReference; groupIds: string[] };

/** Returns the recipients of an announcement, sorted by name. A person with several roles is included only once. */
export async function listAnnouncementRecipients(
  db: Db,
  target: AnnouncementTarget,
): Promise<AnnouncementRecipient[]> {
  const candidates = (
    await Promise.all(target.roles.map((role) => peopleOf(db, target, role)))
  ).flat();
  const find = await findRecipients(
    db,
    'announcements',
    candidates.map(({ to }) => to),
  );
  const people = new Map<string, AnnouncementRecipient>();
  for (const { name, role, to, groupId } of candidates) {
    const recipient = find(to);
    if (!recipient) continue;
    const { email, account } = recipient;
    const known = people.get(email);
    if (known && !known.roles.includes(role)) known.roles.push(role);
    known?.groupIds.push(groupId);
    const hasAccount = account !== undefined;
    if (!known) {
      people.set(email, { name, email, roles: [role], hasAccount, to, groupIds: [groupId] });
    }
  }
  return sortByText([...people.values()], ({ name }) => name);
}

async function peopleOf(
  db: Db,
  target: AnnouncementTarget,
  role: AudienceRole,
): Promise<{ name: string; role: AudienceRole; to: RecipientReference; groupId: string }[]> {
  const groups = selectTargetGroups(db, target);
  if (role === 'student') {
    const members = await groups
      .innerJoin('members', 'members.group_id', 'groups.id')
      .select(['members.name', 'members.id', 'groups.id as groupId'])
      .where(isCurrentMember)
      .execute();
    return members.map(({ name, id, groupId }) => ({ name, role, to: { memberId: id }, groupId }));
  }
  const column = role === 'supervisor' ? 'groups.supervisor_id' : 'groups.external_examiner_id';
  const staff = await groups
    .innerJoin('users', 'users.id', column)
    .select(['users.name', 'users.id', 'groups.id as groupId'])
    .execute();
  return staff.map(({ name, id, groupId }) => ({ name, role, to: { userId: id }, groupId }));
}

export function selectTargetGroups(
  db: Db,
  { cohortId, programs, groupIds }: Omit<AnnouncementTarget, 'roles'>,
) {
  return db
    .selectFrom('groups')
    .where('groups.cohort_id', '=', cohortId)
    .where('groups.deleted_at', 'is', null)
    .$if(programs !== null, (query) =>
      // Program codes are ASCII, so `lower` returns the same result in SQLite and PostgreSQL.
      query.where(sql<string>`lower(groups.program)`, 'in', (programs ?? []).map(toListEntryKey)),
    )
    .$if(groupIds !== null, (query) => query.where('groups.id', 'in', groupIds ?? []));
}
