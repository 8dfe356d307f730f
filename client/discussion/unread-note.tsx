import { Badge, VisuallyHidden } from '@mantine/core';
import { formatCount } from '#client/layout/navigation/format-count.ts';
import { discussionThreads } from '#contract/messages/discussion.ts';
import { useUnreadMessages } from './use-unread-messages.ts';

const threads = Object.keys(discussionThreads) as (keyof typeof discussionThreads)[];

/** Shows the number of unread messages of a group's threads, if any. */
export function UnreadNote({ group }: { group: { _id: string } }) {
  const countUnread = useUnreadMessages(group._id);
  const unread = threads.reduce((sum, thread) => sum + countUnread(thread), 0);
  if (unread === 0) return null;
  return (
    <Badge component="span" variant="light" size="sm" ml={6}>
      {formatCount(unread)}
      <VisuallyHidden> new</VisuallyHidden>
    </Badge>
  );
}
