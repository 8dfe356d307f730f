import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '#client/api/connection/call.ts';
import { buildQueryKey } from '#client/api/queries.ts';
import { type DiscussionThread, listMessages } from '#contract/messages/discussion.ts';

type Position = { before?: number; after?: number; around?: string };
type ThreadToRead = {
  groupId: string;
  thread: DiscussionThread;
  /** Id of a message that the first page contains. */
  around: string | undefined;
  /** Number of messages that arrived after the pages were read. */
  unread: number;
};

/** Reads the newest page of a thread, or the page around a message, and further pages above and below it. */
export function useMessages({ groupId, thread, around, unread }: ThreadToRead) {
  const input = { params: { groupId, thread } };
  const initial: Position = around === undefined ? {} : { around };
  const query = useInfiniteQuery({
    queryKey: [...buildQueryKey(listMessages, input), 'pages', around ?? ''],
    queryFn: ({ pageParam, signal }) =>
      call(listMessages, { ...input, query: pageParam }, { signal }),
    initialPageParam: initial,
    getPreviousPageParam: ({ earlier }): Position | undefined =>
      earlier === null ? undefined : { before: earlier },
    getNextPageParam: ({ later }): Position | undefined =>
      later === null ? undefined : { after: later },
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
  const { data, refetch, fetchNextPage, hasNextPage, isFetching } = query;
  useEffect(() => {
    // Fewer unread messages than before mean that this page has marked them as read.
    if (unread > 0) void refetch();
  }, [unread, refetch]);
  useEffect(() => {
    // Follow the end of the thread when the last page is full.
    if (around === undefined && hasNextPage && !isFetching) void fetchNextPage();
  }, [around, hasNextPage, isFetching, fetchNextPage]);
  const newest = data?.pages.at(-1);
  return {
    ...query,
    messages: data?.pages.flatMap((page) => page.messages) ?? [],
    people: newest?.people ?? [],
    /** Position up to which the person had read the thread when the page was opened. */
    lastRead: newest?.lastRead ?? 0,
  };
}
