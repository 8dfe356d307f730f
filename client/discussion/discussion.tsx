import { SegmentedControl } from '@mantine/core';
import { useSearchParams } from 'react-router';
import { useSession } from '#client/api/session/session.ts';
import { Section } from '#client/ui/section.tsx';
import type { FullGroup, OwnGroup } from '#contract/groups.ts';
import { type DiscussionThread, discussionThreads } from '#contract/messages/discussion.ts';
import { Id } from '#contract/values/text.ts';
import { Thread } from './thread.tsx';
import { useUnreadMessages } from './use-unread-messages.ts';

const threads = Object.keys(discussionThreads) as DiscussionThread[];

/** The threads of a group. Students see only that of the group, and nothing says that staff have another one. */
export function Discussion({ group }: { group: FullGroup | OwnGroup }) {
  const isStaff = useSession()?.role !== 'student';
  const [params, setParams] = useSearchParams();
  const countUnread = useUnreadMessages(group._id);
  const thread = threads.find((name) => isStaff && name === params.get('thread')) ?? 'group';
  const linked = Id.safeParse(params.get('message') ?? undefined).data;
  const open = (next: string) =>
    setParams(
      { tab: 'discussion', ...(next !== 'group' && { thread: next }) },
      { preventScrollReset: true },
    );
  return (
    <Section
      title="Discussion"
      actions={
        isStaff && (
          <SegmentedControl
            aria-label="Discussion"
            value={thread}
            onChange={open}
            data={threads.map((name) => ({
              value: name,
              label: formatThread(name, name === thread ? 0 : countUnread(name)),
            }))}
          />
        )
      }
    >
      <Thread
        key={thread}
        group={group}
        thread={thread}
        linkedId={linked}
        unread={countUnread(thread)}
      />
    </Section>
  );
}

const formatThread = (thread: DiscussionThread, unread: number) =>
  unread === 0 ? discussionThreads[thread] : `${discussionThreads[thread]} (${unread} new)`;
