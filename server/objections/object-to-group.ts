import { Problem } from '#contract/problem.ts';
import { aboutGroup, recordEntry } from '#server/audit/record-entry.ts';
import { objectionEmail } from '#server/groups/group-emails.ts';
import { requireOpen } from '#server/groups/require-open.ts';
import type { Origin } from '#server/http/serve.ts';
import { emailSenderOf } from '#server/mail/compose-email.ts';
import { queueEmailTo } from '#server/notices/notify.ts';
import type { Services } from '#server/services.ts';
import { hashOf } from '#server/session/tokens.ts';

/** Tells the office, once; the group stays as it is. Throws `link-over`, `cohort-closed`. */
export async function objectToGroup(services: Services, origin: Origin, token: string) {
  const { db, clock, content, mail } = services;
  const now = clock();
  const name = await db.transaction().execute(async (trx) => {
    const found = await trx
      .selectFrom('objections')
      .innerJoin('groups', 'groups.id', 'objections.group_id')
      .innerJoin('members', 'members.id', 'objections.member_id')
      .select([
        'objections.id as objectionId',
        'objections.email',
        'members.name as memberName',
        'groups.id',
        'groups.cohort_id',
        'groups.name',
        'groups.title',
      ])
      .where('token_hash', '=', hashOf(token))
      .where('expires_at', '>', now.toISOString())
      .executeTakeFirst();
    if (!found) {
      const message = 'This link has expired. Please write to the FYP office instead.';
      throw new Problem('link-over', message);
    }
    await requireOpen(trx, found.cohort_id);
    const { numUpdatedRows } = await trx
      .updateTable('objections')
      .set({ objected_at: now.toISOString() })
      .where('id', '=', found.objectionId)
      .where('objected_at', 'is', null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return found.name;
    const member = { name: found.memberName, email: found.email };
    const email = objectionEmail(emailSenderOf(services), { member, group: found });
    const to = { address: content.department.office.email };
    await queueEmailTo(trx, services, to, { ...email, groupId: found.id }, now);
    const detail = `${member.name} (${member.email}), by the link of an email`;
    const subject = aboutGroup(found);
    await recordEntry(trx, { action: 'objection-made', by: origin, subject, detail }, now);
    return found.name;
  });
  mail.wake();
  return { message: `The FYP office is told that you are not part of ${name}.` };
}
