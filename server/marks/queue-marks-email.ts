import type { Db, Row } from '#server/db/tables.ts';
import { getEmailSender } from '#server/mail/compose-email.ts';
import { notify, type Told } from '#server/notices/notify.ts';
import type { Services } from '#server/services.ts';
import type { EmailedMark, Markers } from './emailed-marks.ts';
import { marksEmail } from './marks-email.ts';

export type Member = Pick<Row<'members'>, 'id' | 'name' | 'email' | 'notified_viva_revision'>;
export type Emailed = { id: string; memberId: string };

type Content = {
  marks: EmailedMark[];
  isVivaNotified: boolean;
  by: Markers;
  sentAgainBy?: string;
};

export type MarksTold = Told & { memberId: string };

/**
 * Builds the email and the notice for a member. Replies go to the only marker; to the present supervisor if a former
 * marker is among them; to the office if there are several.
 */
export function marksTold(
  services: Services,
  group: Row<'groups'>,
  member: Member,
  { marks, isVivaNotified, by, sentAgainBy }: Content,
): MarksTold {
  const { markers, hasOthers, supervisor } = by;
  const [marker, another] = markers;
  const replier = hasOthers ? supervisor : another ? undefined : marker;
  const email = marksEmail(getEmailSender(services), {
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
    path: '/students',
    email: { ...email, memberId, groupId: group.id },
  };
}

/** Queues the emails of all members in one batch. */
export async function queueMarksEmails(
  trx: Db,
  services: Services,
  messages: readonly MarksTold[],
  now: Date,
): Promise<Emailed[]> {
  const ids = await notify(trx, services, 'marks', messages, now);
  return messages.flatMap(({ memberId }, index) => {
    const id = ids[index];
    return id === undefined ? [] : [{ id, memberId }];
  });
}
