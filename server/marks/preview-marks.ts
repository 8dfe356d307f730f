import type { z } from 'zod';
import type { previewMarks as endpoint } from '#contract/marks.ts';
import { lockGroupInAnyCohort } from '#server/groups/group-access.ts';
import type { Caller } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';
import { previewAs } from '#server/session/write-as.ts';
import { queuePendingEmails } from './emails/mail-group.ts';
import { writeMarksAndViva } from './save-marks.ts';

/** Returns the emails that a save would queue, without storing anything. Throws the same errors as `saveMarks`. */
export const previewMarks = (
  services: Services,
  caller: Caller,
  save: z.output<typeof endpoint.body>,
) =>
  previewAs(services, caller, async (context) => {
    const { trx } = context;
    const { groupId } = await writeMarksAndViva(context, save);
    const group = await lockGroupInAnyCohort(trx, groupId);
    const queued = await queuePendingEmails(context, caller, group);
    if (queued.length === 0) return { emails: [] };
    const emails = await trx
      .selectFrom('emails')
      .innerJoin('members', 'members.id', 'emails.member_id')
      .select(['members.id as memberId', 'members.name as memberName', 'recipient', 'subject'])
      .select(['text_body as text', 'html_body as html'])
      .where(
        'emails.id',
        'in',
        queued.map(({ id }) => id),
      )
      .orderBy('members.position')
      .execute();
    return { emails };
  });
