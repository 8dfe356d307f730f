import { links } from '#contract/links.ts';
import { paths } from '#contract/paths.ts';
import { isCurrentMember } from '#server/db/current-member.ts';
import { isIdInJsonArray } from '#server/db/prepared-query.ts';
import type { WriteContext } from '#server/db/write-context.ts';
import { getEmailSender } from '#server/mail/compose-email.ts';
import { type NotificationMessage, notify } from '#server/notices/notify.ts';
import { findActiveAccounts } from './find-active-accounts.ts';
import {
  findStaffChanges,
  formatStaffPart,
  type StaffChange,
  type StaffUpdate,
} from './staff-changes.ts';
import { buildMemberStaffEmail, buildStaffEmail } from './staff-emails.ts';

/**
 * Notifies the previous and the new supervisor or external examiner and the members of groups whose staff has changed.
 * Each person gets one message, however many groups one write changes. Returns the ids of the queued emails.
 */
export async function notifyStaffChanges(
  context: WriteContext,
  updates: readonly StaffUpdate[],
): Promise<string[]> {
  const changes = findStaffChanges(updates);
  if (changes.length === 0) return [];
  const ids = await notify(context, 'groups', [
    ...(await buildStaffMessages(context, changes)),
    ...(await buildMemberMessages(context, changes)),
  ]);
  return ids.flatMap((id) => id ?? []);
}

async function buildStaffMessages(
  { trx, services, caller }: WriteContext,
  changes: readonly StaffChange[],
): Promise<NotificationMessage[]> {
  const ids = new Set(changes.flatMap(({ namedId, endedId }) => [namedId ?? [], endedId ?? []]));
  const accounts = await findActiveAccounts(trx, [...ids].flat());
  return accounts.flatMap((staff): NotificationMessage[] => {
    const named = changes.filter(({ namedId }) => namedId === staff.id);
    const ended = changes.filter(({ endedId }) => endedId === staff.id);
    const path = choosePath(staff.role === 'faculty', named);
    const [namedRoles, endedRoles] = [mergeRoles(named), mergeRoles(ended)];
    const email = buildStaffEmail(getEmailSender(services), {
      staff,
      named: namedRoles,
      ended: endedRoles,
      by: caller,
      path,
    });
    const text = [
      ...formatRoles('You were added as', namedRoles),
      ...formatRoles('You are no longer', endedRoles),
    ].join(' ');
    // An email about a group is withdrawn if its recipient no longer belongs to the group, as here after a role ended.
    const [only] = namedRoles;
    const isOfGroup = only !== undefined && namedRoles.length === 1 && ended.length === 0;
    const right = isOfGroup
      ? { groupId: only.group.id }
      : ({ groupId: null, right: 'recipient' } as const);
    return [{ to: { userId: staff.id }, text, path, email: { ...email, ...right } }];
  });
}

/** Returns one entry for each group, because one person may be its supervisor and its external examiner. */
const mergeRoles = (changes: readonly StaffChange[]) =>
  [...Map.groupBy(changes, ({ group }) => group.id).values()].flatMap((ofGroup) => {
    // The last entry is the newest state of the group.
    const group = ofGroup.at(-1)?.group;
    const as = ofGroup.map(({ part }) => formatStaffPart(part)).join(' and ');
    return group ? [{ as, group }] : [];
  });
type GroupRoles = ReturnType<typeof mergeRoles>;

function choosePath(isFaculty: boolean, named: readonly StaffChange[]): string {
  if (!isFaculty) return paths.home;
  const isExaminerOnly = named.length > 0 && named.every(({ part }) => part !== 'supervisor');
  return isExaminerOnly ? links.externalVivas() : paths.faculty;
}

function formatRoles(words: string, roles: GroupRoles): string[] {
  const byRole = Map.groupBy(roles, ({ as }) => as);
  return [...byRole].map(([as, ofRole]) => {
    const [only] = ofRole;
    const groups = ofRole.length === 1 && only ? only.group.name : `${ofRole.length} groups`;
    return `${words} ${as} of ${groups}.`;
  });
}

async function buildMemberMessages(
  { trx, services, caller }: WriteContext,
  changes: readonly StaffChange[],
): Promise<NotificationMessage[]> {
  const visible = changes.filter(({ sentence }) => sentence !== undefined);
  const byGroup = Map.groupBy(visible, ({ group }) => group.id);
  if (byGroup.size === 0) return [];
  const members = await trx
    .selectFrom('members')
    .select(['id', 'name', 'group_id'])
    .where(isIdInJsonArray(trx, 'group_id', JSON.stringify([...byGroup.keys()])))
    .where(isCurrentMember)
    .execute();
  return members.flatMap((member): NotificationMessage[] => {
    const ofGroup = byGroup.get(member.group_id) ?? [];
    const [first] = ofGroup;
    if (!first) return [];
    const sentences = ofGroup.flatMap(({ sentence }) => sentence ?? []);
    const email = buildMemberStaffEmail(getEmailSender(services), {
      member,
      group: first.group,
      roles: ofGroup.map(({ part }) => formatStaffPart(part)),
      sentences,
      by: caller,
    });
    return [
      {
        to: { memberId: member.id },
        text: sentences.join(' '),
        path: paths.students,
        email: { ...email, groupId: member.group_id },
      },
    ];
  });
}
