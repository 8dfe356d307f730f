import { useEffect, useRef, useState } from 'react';
import { call } from '#client/api/connection/call.ts';
import { invalidateEndpoints } from '#client/api/queries.ts';
import { noticeEndpoints } from '#client/layout/navigation/use-unread-notices.ts';
import {
  countUnreadMessages,
  type DiscussionMessage,
  readMessages,
} from '#contract/messages/discussion.ts';

type Shown = { messages: readonly DiscussionMessage[]; lastRead: number; isLoaded: boolean };

/** Marks the shown messages as read. Returns the position after which messages were new when the page was opened. */
export function useReadMarker({ messages, lastRead, isLoaded }: Shown): number {
  const [openedAt, setOpenedAt] = useState<number>();
  const reported = useRef(0);
  if (isLoaded && openedAt === undefined) setOpenedAt(lastRead);
  const newest = messages.at(-1);
  useEffect(() => {
    if (!newest || newest.sequence <= Math.max(lastRead, reported.current)) return;
    reported.current = newest.sequence;
    void report(newest._id);
  }, [newest, lastRead]);
  return openedAt ?? lastRead;
}

async function report(messageId: string): Promise<void> {
  try {
    await call(readMessages, { params: { messageId } });
    await invalidateEndpoints(countUnreadMessages, ...noticeEndpoints);
  } catch {
    // Ignore the error: the messages stay unread until the thread is opened again.
  }
}
