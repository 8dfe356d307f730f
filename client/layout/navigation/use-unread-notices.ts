import { useQuery } from '@tanstack/react-query';
import { sendRequest } from '#client/api/connection/send.ts';
import { toProblem } from '#client/api/problems.ts';
import { buildQueryKey, buildQueryOptions } from '#client/api/queries.ts';
import { getSession } from '#client/api/session/session.ts';
import { findDesk } from '#contract/desk.ts';
import { listNotices } from '#contract/messages/notices.ts';
import { countNotices } from '#contract/messages/unread-notices.ts';

const refetchMs = 60_000;

/** Invalidate these endpoints when a notice was read: the desk has the first number of unread notices. */
export const noticeEndpoints = [listNotices, countNotices, findDesk];

/** The desk whose tasks and unread notices the layout counts. */
export const deskQuery = { ...buildQueryOptions(findDesk), retry: false, staleTime: refetchMs };

/** Uses `sendRequest`, because `call` could open the login dialog. */
async function countUnread({ signal }: { signal: AbortSignal }): Promise<number> {
  const raw = await sendRequest(countNotices, {}, getSession()?.token, { signal });
  if (raw.status !== 200) throw toProblem(raw);
  return countNotices.reply.parse(raw.body).unread;
}

/**
 * Returns the number of unread notices. The first number comes with the desk, which the layout needs anyway, and later
 * numbers are requested every minute.
 */
export function useUnreadNotices(): number {
  const desk = useQuery(deskQuery);
  const { data = 0 } = useQuery({
    queryKey: buildQueryKey(countNotices, {}),
    queryFn: countUnread,
    enabled: !desk.isPending,
    initialData: desk.data?.unread,
    initialDataUpdatedAt: desk.dataUpdatedAt,
    retry: false,
    staleTime: 5000,
    refetchInterval: refetchMs,
    refetchOnWindowFocus: true,
  });
  return data;
}
