import { Button, Stack } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { EmptyState } from '#client/ui/state/empty-state.tsx';
import type { DiscussionMessage } from '#contract/messages/discussion.ts';
import classes from './discussion.module.css';
import { MessageItem } from './message-item.tsx';
import { labelPeople } from './person-labels.ts';
import type { useMessages } from './use-messages.ts';

type MessageListProps = {
  read: ReturnType<typeof useMessages>;
  /** Position up to which the person had read when the thread was opened. */
  openedAt: number;
  groupName: string;
  linkedId: string | undefined;
};

/** Lists the loaded messages, oldest first, with buttons for the pages above and below. */
export function MessageList({ read, openedAt, groupName, linkedId }: MessageListProps) {
  const { messages, people, hasPreviousPage, hasNextPage } = read;
  const list = useRef<HTMLOListElement>(null);
  const firstNew = messages.find(({ sequence, isOwn }) => sequence > openedAt && !isOwn);
  useScrollToTarget(messages, linkedId, firstNew?._id);
  const focusItem = (index: number) => {
    const item = list.current?.children[index];
    if (item instanceof HTMLElement) item.focus();
  };
  const showEarlier = async () => {
    const result = await read.fetchPreviousPage();
    const added = (result.data?.pages[0]?.messages.length ?? 0) - 1;
    // Focus the message above the ones that were shown before, because the button moves away.
    if (!result.isError) requestAnimationFrame(() => focusItem(added));
  };
  const showLater = async () => {
    const before = messages.length;
    const result = await read.fetchNextPage();
    if (!result.isError) requestAnimationFrame(() => focusItem(before));
  };
  if (messages.length === 0) {
    return (
      <EmptyState title="No messages yet">
        Ask questions here so that everyone in the group can find the answers.
      </EmptyState>
    );
  }
  return (
    <Stack gap="sm">
      {hasPreviousPage && (
        <Button
          variant="default"
          loading={read.isFetchingPreviousPage}
          onClick={() => void showEarlier()}
        >
          Earlier messages
        </Button>
      )}
      <ol className={`plain ${classes.messages}`} ref={list} aria-label="Messages">
        {messages.map((message) => (
          <MessageItem
            key={message._id}
            message={message}
            groupName={groupName}
            people={labelPeople(people)}
            isFirstNew={message === firstNew}
            isLinked={message._id === linkedId}
          />
        ))}
      </ol>
      {hasNextPage && linkedId !== undefined && (
        <Button
          variant="default"
          loading={read.isFetchingNextPage}
          onClick={() => void showLater()}
        >
          Later messages
        </Button>
      )}
    </Stack>
  );
}

/** Scrolls to the first new message when the thread opens, and to each linked message, which also gets the focus. */
function useScrollToTarget(
  messages: readonly DiscussionMessage[],
  linkedId: string | undefined,
  firstNewId: string | undefined,
) {
  const done = useRef<string>(undefined);
  useEffect(() => {
    if (messages.length === 0 || done.current === (linkedId ?? 'opened')) return;
    const isOpening = done.current === undefined;
    const targetId = linkedId ?? (isOpening ? firstNewId : undefined);
    const target = targetId && document.getElementById(`message-${targetId}`);
    // The page with the linked message may still be loading.
    if (linkedId !== undefined && !target) return;
    done.current = linkedId ?? 'opened';
    if (!target) return;
    target.scrollIntoView({ block: 'center' });
    if (linkedId !== undefined) target.focus({ preventScroll: true });
  }, [messages, linkedId, firstNewId]);
}
