import { useQuery } from '@tanstack/react-query';
import { sendRequest } from '#client/api/connection/send.ts';
import { toProblem } from '#client/api/problems.ts';
import { buildQueryKey } from '#client/api/queries.ts';
import { getSession } from '#client/api/session/session.ts';
import { countUnreadMessages, type DiscussionThread } from '#contract/messages/discussion.ts';

const refetchMs = 45_000;

/** Uses `sendRequest`, because `call` could open the login dialog. */
async function countUnread(groupId: string, signal: AbortSignal) {
  const input = { params: { groupId } };
  const raw = await sendRequest(countUnreadMessages, input, getSession()?.token, { signal });
  if (raw.status !== 200) throw toProblem(raw);
  return countUnreadMessages.reply.parse(raw.body).threads;
}

/** Returns the number of unread messages of each thread, which is requested again every 45 s while it is visible. */
export function useUnreadMessages(groupId: string): (thread: DiscussionThread) => number {
  const { data } = useQuery({
    queryKey: buildQueryKey(countUnreadMessages, { params: { groupId } }),
    queryFn: ({ signal }) => countUnread(groupId, signal),
    retry: false,
    staleTime: 5000,
    refetchInterval: refetchMs,
    refetchOnWindowFocus: true,
  });
  return (thread) => data?.find((count) => count.thread === thread)?.unread ?? 0;
}
