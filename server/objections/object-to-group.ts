import { Problem } from '#contract/problem.ts';
import { recordAuditEntry, toGroupSubject } from '#server/audit/record-entry.ts';
import { buildMembershipObjectionEmail } from '#server/groups/group-emails.ts';
import { requireOpenCohort } from '#server/groups/require-open.ts';
import type { RequestOrigin } from '#server/http/serve.ts';
import { getEmailSender } from '#server/mail/compose-email.ts';
import { queueMandatoryEmail } from '#server/notices/notify.ts';
import type { Services } from '#server/services.ts';
import { hashToken } from '#server/session/tokens.ts';

/** Records an objection to being named in a group and emails the office once. Throws `link-over` or `cohort-closed`. */
export async function objectToGroup(services: Services, origin: RequestOrigin, token: string) {
  const { db, clock, content, mail } = services;
  const now = clock();
  const name = await db.transaction().execute(async (trx) => {
    const objection = await trx
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
      .where('token_hash', '=', hashToken(token))
      .where('expires_at', '>', now.toISOString())
      .executeTakeFirst();
    if (!objection) {
      const message = 'This link has expired. Please contact the FYP office.';
      throw new Problem('link-over', message);
    }
    await requireOpenCohort(trx, objection.cohort_id);
    const { numUpdatedRows } = await trx
      .updateTable('objections')
      .set({ objected_at: now.toISOString() })
      .where('id', '=', objection.objectionId)
      .where('objected_at', 'is', null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return objection.name;
    const member = { name: objection.memberName, email: objection.email };
    const email = buildMembershipObjectionEmail(getEmailSender(services), {
      member,
      group: objection,
    });
    const to = { address: content.department.office.email };
    await queueMandatoryEmail({ trx, services, now }, to, { ...email, groupId: objection.id });
    const detail = `${member.name} (${member.email}), by the link of an email`;
    const subject = toGroupSubject(objection);
    await recordAuditEntry({ trx, now }, { action: 'objection-made', by: origin, subject, detail });
    return objection.name;
  });
  mail.wake();
  return { message: `We’ve told the FYP office that you’re not in ${name}.` };
}
