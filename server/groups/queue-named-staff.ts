import type { Db, Row } from '#server/db/tables.ts';
import type { Caller } from '#server/http/serve.ts';
import { emailSenderOf } from '#server/mail/compose-email.ts';
import { queueEmail } from '#server/mail/outbox.ts';
import type { Services } from '#server/services.ts';
import { staffNamedEmail } from './group-emails.ts';

const roles = {
  supervisor: { as: 'supervisor', path: '/faculty' },
  external_examiner: { as: 'external examiner', path: '/faculty?tab=external-viva' },
} as const;

/** Undefined for none, and for one that is blocked. */
export async function findStaff(db: Db, accountId: string | null) {
  if (accountId === null) return undefined;
  return db
    .selectFrom('users')
    .select(['id', 'name', 'email'])
    .where('id', '=', accountId)
    .where('blocked_at', 'is', null)
    .executeTakeFirst();
}

export async function queueNamedStaff(
  trx: Db,
  services: Services,
  by: Caller,
  before: Row<'groups'>,
  after: Row<'groups'>,
  now: Date,
): Promise<void> {
  for (const part of ['supervisor', 'external_examiner'] as const) {
    if (after[`${part}_id`] === before[`${part}_id`]) continue;
    const staff = await findStaff(trx, after[`${part}_id`]);
    if (!staff) continue;
    const email = staffNamedEmail(emailSenderOf(services), {
      staff,
      group: after,
      by,
      ...roles[part],
    });
    const to = { recipient: staff.email, groupId: after.id };
    await queueEmail(trx, { ...email, ...to }, services.config, now);
  }
}
