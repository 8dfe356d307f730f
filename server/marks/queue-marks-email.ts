import type { Db, Row } from '#server/db/tables.ts';
import { emailSenderOf } from '#server/mail/compose-email.ts';
import { queueEmail } from '#server/mail/outbox.ts';
import type { Services } from '#server/services.ts';
import type { EmailedMark, Marker } from './emailed-marks.ts';
import { marksEmail } from './marks-email.ts';

export type Member = Pick<Row<'members'>, 'id' | 'name' | 'email' | 'notified_viva_revision'>;
export type Emailed = { id: string; memberId: string };

type Content = {
  marks: EmailedMark[];
  isVivaNotified: boolean;
  markers: Marker[];
  sentAgainBy?: string;
};

/** Replies go to the one marker; to the office if there are several. */
export async function queueMarksEmail(
  trx: Db,
  services: Services,
  group: Row<'groups'>,
  member: Member,
  { marks, isVivaNotified, markers, sentAgainBy }: Content,
  now: Date,
): Promise<Emailed> {
  const [marker, another] = markers;
  const email = marksEmail(emailSenderOf(services), {
    group,
    member,
    marks,
    viva: isVivaNotified
      ? { date: group.viva_date, status: group.viva_status, feedback: group.viva_feedback }
      : undefined,
    markers: markers.map(({ name }) => name),
    replyTo: marker && !another && !marker.isBlocked ? marker.email : undefined,
    sentAgainBy,
  });
  const to = { recipient: member.email, memberId: member.id, groupId: group.id };
  const id = await queueEmail(trx, { ...email, ...to }, services.config, now);
  return { id, memberId: member.id };
}
