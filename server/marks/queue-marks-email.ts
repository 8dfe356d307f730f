import type { Db, Row } from '#server/db/tables.ts';
import { letterheadOf } from '#server/mail/letters/html.ts';
import { marksLetter } from '#server/mail/letters/marks-letter.ts';
import { queueLetter } from '#server/mail/outbox.ts';
import type { Services } from '#server/services.ts';
import type { EmailedMark, Marker } from './emailed-marks.ts';

export type Member = Pick<Row<'members'>, 'id' | 'name' | 'email' | 'told_viva_revision'>;
/** A queued email, and whom it is for. */
export type Emailed = { id: string; memberId: string };

type Content = {
  marks: EmailedMark[];
  isVivaTold: boolean;
  markers: Marker[];
  sentAgainBy?: string;
};

/** Queues an email with these marks of one member. An answer goes to the one who marked; to the office if several did. */
export async function queueMarksEmail(
  trx: Db,
  services: Services,
  group: Row<'groups'>,
  member: Member,
  { marks, isVivaTold, markers, sentAgainBy }: Content,
  now: Date,
): Promise<Emailed> {
  const [marker, another] = markers;
  const letter = marksLetter(letterheadOf(services), {
    group,
    member,
    marks,
    viva: isVivaTold
      ? { date: group.viva_date, status: group.viva_status, feedback: group.viva_feedback }
      : undefined,
    markers: markers.map(({ name }) => name),
    replyTo: marker && !another && !marker.isBlocked ? marker.email : undefined,
    sentAgainBy,
  });
  const to = { recipient: member.email, memberId: member.id, groupId: group.id };
  const id = await queueLetter(trx, { ...letter, ...to }, services.config, now);
  return { id, memberId: member.id };
}
