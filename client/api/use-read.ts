import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { CallInput, Endpoint, ReplyOf } from '#contract/endpoint.ts';
import { messageOf } from './problems.ts';
import { query } from './queries.ts';

type ReadOptions<Reply> = {
  /** The message of a failure for which the server has none of its own. */
  failure: string;
  staleTime?: number;
  /** How soon to read again, given the last reply; false is never. */
  refetchMs?: (data: Reply) => number | false;
  /** False where nothing has to be read. */
  isWanted?: boolean;
  /** Goes on showing what it has while another page or search is read: for lists. */
  keepsPrevious?: boolean;
};

/** What an endpoint replies, or why there is nothing to show; `<Loaded read={…}>` draws all of its states. */
export function useRead<const E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  {
    failure,
    staleTime,
    refetchMs,
    isWanted = true,
    keepsPrevious = false,
  }: ReadOptions<ReplyOf<E>>,
) {
  const { queryKey, queryFn } = query(endpoint, input as never);
  const { data, error, refetch, isFetching, isPlaceholderData } = useQuery({
    queryKey,
    queryFn,
    enabled: isWanted,
    ...(staleTime !== undefined && { staleTime }),
    ...(keepsPrevious && { placeholderData: keepPreviousData }),
    ...(refetchMs && {
      refetchInterval: ({ state }: { state: { data?: ReplyOf<E> } }) =>
        state.data === undefined ? false : refetchMs(state.data),
    }),
  });
  return {
    data: data as ReplyOf<E> | undefined,
    /** Why there is nothing to show; undefined while it loads and once there is something. */
    error: error && data === undefined ? messageOf(error, failure) : undefined,
    retry: () => void refetch(),
    isRetrying: isFetching,
    /** True while `data` still belongs to the page or search before. */
    isStale: isPlaceholderData,
  };
}
