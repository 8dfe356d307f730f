import { links } from '#contract/links.ts';
import { paths } from '#contract/paths.ts';
import type { Milestone } from '#contract/rules/scheme.ts';
import { isolateRightToLeftValues } from '#contract/values/isolate.ts';
import type { DatabaseRow } from '#server/db/tables.ts';
import type { WriteContext } from '#server/db/write-context.ts';
import {
  composeEmail,
  type EmailBlock,
  type EmailSender,
  getEmailSender,
} from '#server/mail/compose-email.ts';
import { type NotificationMessage, notify } from '#server/notices/notify.ts';
import type { ReviewRow } from './read-reviews.ts';

type Decided = {
  review: Pick<ReviewRow, 'member_id' | 'member_name' | 'changed_by'>;
  decision: 'kept' | 'changed';
  reason: string;
  milestone: Pick<Milestone, 'title'>;
};

/**
 * Notifies the student, and the person who gave the mark. A kept mark has an email of its own. A changed mark is in the
 * email about the correction, with the reason.
 */
export async function notifyOfDecision(
  context: WriteContext,
  group: DatabaseRow<'groups'>,
  { review, decision, reason, milestone: { title } }: Decided,
): Promise<void> {
  const { services, caller } = context;
  const outcome = decision === 'kept' ? 'The mark is unchanged.' : 'The mark has changed.';
  const messages: NotificationMessage[] = [
    {
      to: { memberId: review.member_id },
      text: `Your mark for ${title} was reviewed. ${outcome}`,
      path: links.ownReviews,
      ...(decision === 'kept' && {
        email: {
          ...composeKeptEmail(getEmailSender(services), {
            name: review.member_name,
            group,
            title,
            reason,
            by: caller,
          }),
          groupId: group.id,
        },
        isAlways: true,
      }),
    },
  ];
  if (review.changed_by !== caller.userId) {
    messages.push({
      to: { userId: review.changed_by },
      text: `The ${title} mark that you gave a student in ${group.name} was reviewed. ${outcome}`,
      path: paths.group(group.name),
    });
  }
  await notify(context, 'reviews', messages);
}

type KeptEmail = {
  name: string;
  group: { name: string };
  title: string;
  reason: string;
  by: { name: string; email: string };
};

export function composeKeptEmail(
  sender: EmailSender,
  { name, group, title, reason, by }: KeptEmail,
) {
  const blocks: EmailBlock[] = [
    {
      paragraph: isolateRightToLeftValues`Dear ${name},\n\nYour mark for ${title} was reviewed. It stays as it is.`,
    },
    {
      facts: [
        { label: 'Group', value: group.name },
        { label: 'Reason', value: reason, isText: true },
        { label: 'Decided by', value: by.name },
      ],
    },
    { link: `${sender.publicUrl}${links.ownReviews}`, label: 'Open your marks' },
  ];
  const values = { name, group: group.name, milestone: title };
  return composeEmail(sender, {
    subject: `${title}: your mark was reviewed`,
    blocks,
    replyTo: by.email,
    own: { kind: 'review', values },
    isOptional: true,
  });
}
