import { links } from '#contract/links.ts';
import { paths } from '#contract/paths.ts';
import type { DatabaseRow, Db } from '#server/db/tables.ts';
import type { WriteContext } from '#server/db/write-context.ts';
import { buildNamedStaffEmail } from '#server/groups/group-emails.ts';
import { getEmailSender } from '#server/mail/compose-email.ts';
import { type NotificationMessage, notify } from '#server/notices/notify.ts';

const roles = {
  supervisor: { as: 'supervisor', path: paths.faculty },
  external_examiner: { as: 'external examiner', path: links.externalVivas() },
} as const;

export async function findActiveAccount(db: Db, accountId: string | null) {
  if (accountId === null) return undefined;
  return db
    .selectFrom('users')
    .select(['id', 'name', 'email'])
    .where('id', '=', accountId)
    .where('blocked_at', 'is', null)
    .executeTakeFirst();
}

/** Queues an email to a newly assigned supervisor or examiner, and a notice to the group's members. */
export async function notifyNamedStaff(
  context: WriteContext,
  before: DatabaseRow<'groups'>,
  after: DatabaseRow<'groups'>,
): Promise<void> {
  const { trx, services, caller } = context;
  const notices: NotificationMessage[] = [];
  for (const part of ['supervisor', 'external_examiner'] as const) {
    if (after[`${part}_id`] === before[`${part}_id`]) continue;
    const staff = await findActiveAccount(trx, after[`${part}_id`]);
    if (!staff) continue;
    const { as, path } = roles[part];
    const email = buildNamedStaffEmail(getEmailSender(services), {
      staff,
      group: after,
      by: caller,
      as,
      path,
    });
    notices.push({
      to: { userId: staff.id },
      text: `You are named as ${as} of ${after.name}.`,
      path,
      email: { ...email, groupId: after.id },
    });
    const text = `${staff.name} is now the ${as} of ${after.name}.`;
    const memberIds = await memberIdsOf(trx, after.id);
    notices.push(
      ...memberIds.map((memberId) => ({ to: { memberId }, text, path: paths.students })),
    );
  }
  await notify(context, 'groups', notices);
}

async function memberIdsOf(db: Db, groupId: string): Promise<string[]> {
  const members = await db
    .selectFrom('members')
    .select('id')
    .where('group_id', '=', groupId)
    .execute();
  return members.map(({ id }) => id);
}
