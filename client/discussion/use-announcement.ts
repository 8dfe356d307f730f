import { useEffect, useRef, useState } from 'react';
import type { DiscussionMessage } from '#contract/messages/discussion.ts';

/** Returns a text for screen readers about messages of other people that arrived after the page was opened. */
export function useAnnouncement(
  messages: readonly DiscussionMessage[],
  linkedId: string | undefined,
): string {
  const [text, setText] = useState('');
  const last = useRef<{ linkedId: string | undefined; sequence: number }>(undefined);
  const newest = messages.at(-1)?.sequence;
  useEffect(() => {
    const before = last.current;
    last.current = newest === undefined ? undefined : { linkedId, sequence: newest };
    // Another part of the thread contains other messages, which need not be new.
    if (before === undefined || before.linkedId !== linkedId) return;
    const added = messages.filter(({ sequence, isOwn }) => sequence > before.sequence && !isOwn);
    if (added.length === 1) setText(`New message from ${added[0]?.author}.`);
    if (added.length > 1) setText(`${added.length} new messages.`);
  }, [messages, newest, linkedId]);
  return text;
}
