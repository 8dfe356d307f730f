import { paths } from '#contract/paths.ts';
import type { JobWriteContext } from '#server/db/write-context.ts';
import { getEmailSender } from '#server/mail/compose-email.ts';
import type { MarkConversion } from '#server/marks/conversion/mark-conversion.ts';
import { isOldMarkEmailed } from '#server/marks/conversion/write-conversions.ts';
import { notify } from '#server/notices/notify.ts';
import { composeMarkConversionEmail } from './conversion-email.ts';

/** Queues one email and one notice for each student whose emailed marks were converted. */
export async function queueMarkConversionEmails(
  context: JobWriteContext,
  conversions: readonly MarkConversion[],
): Promise<void> {
  const { services } = context;
  const sender = getEmailSender(services);
  const byMember = Map.groupBy(conversions.filter(isOldMarkEmailed), ({ row }) => row.member_id);
  const messages = [...byMember].flatMap(([memberId, memberConversions]) => {
    const [first] = memberConversions;
    if (!first) return [];
    const { groupId, groupName, groupTitle, memberName } = first.row;
    const composed = composeMarkConversionEmail(sender, {
      group: { name: groupName, title: groupTitle },
      member: { name: memberName },
      marks: memberConversions.map(({ row, milestone, after, isRounded }) => ({
        milestone,
        before: row.marks,
        after,
        isRounded,
      })),
    });
    return {
      to: { memberId },
      text: `${composed.subject}.`,
      path: paths.students,
      email: { ...composed, memberId, groupId },
    };
  });
  await notify(context, 'marks', messages);
}
