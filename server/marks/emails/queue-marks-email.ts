import { paths } from '#contract/paths.ts';
import type { DatabaseRow } from '#server/db/tables.ts';
import type { JobWriteContext } from '#server/db/write-context.ts';
import { getEmailSender } from '#server/mail/compose-email.ts';
import { type NotificationMessage, notify } from '#server/notices/notify.ts';
import type { Services } from '#server/services.ts';
import type { MarkerSummary, MarkToEmail } from './emailed-marks.ts';
import { composeMarksEmail } from './marks-email.ts';

export type MemberToEmail = Pick<
  DatabaseRow<'members'>,
  'id' | 'name' | 'email' | 'notified_viva_revision'
>;
export type QueuedMarksEmail = { id: string; memberId: string };

type Content = {
  marks: MarkToEmail[];
  isVivaNotified: boolean;
  by: MarkerSummary;
  sentAgainBy?: string;
};

export type MarksNotification = NotificationMessage & { memberId: string };

/** Builds the email about a member's marks. Replies to it go to a marker, the supervisor or the office. */
export function buildMarksNotification(
  services: Services,
  group: DatabaseRow<'groups'>,
  member: MemberToEmail,
  { marks, isVivaNotified, by, sentAgainBy }: Content,
): MarksNotification {
  const { markers, hasOthers, supervisor } = by;
  const [marker, another] = markers;
  const replier = hasOthers ? supervisor : another ? undefined : marker;
  const email = composeMarksEmail(getEmailSender(services), {
    group,
    member,
    marks,
    viva: isVivaNotified
      ? { date: group.viva_date, status: group.viva_status, feedback: group.viva_feedback }
      : undefined,
    markers: [
      ...markers.map(({ name }) => name),
      ...(marker && hasOthers ? ['the department'] : []),
    ],
    replier,
    sentAgainBy,
  });
  const memberId = member.id;
  return {
    memberId,
    to: { memberId },
    text: `${email.subject}.`,
    path: paths.students,
    email: { ...email, memberId, groupId: group.id },
  };
}

export async function queueMarksEmails(
  context: JobWriteContext,
  messages: readonly MarksNotification[],
): Promise<QueuedMarksEmail[]> {
  const ids = await notify(context, 'marks', messages);
  return messages.flatMap(({ memberId }, index) => {
    const id = ids[index];
    return id === undefined ? [] : [{ id, memberId }];
  });
}
