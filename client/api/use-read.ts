import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Endpoint, EndpointInput, EndpointReply } from '#contract/endpoint.ts';
import { getErrorMessage } from './problems.ts';
import { buildQueryOptions } from './queries.ts';

type ReadOptions<Reply> = {
  /** Error message to show if the server's reply contains none. */
  failure: string;
  staleTime?: number;
  /** Returns the time in ms until the next refetch, or false for no refetch. */
  refetchMs?: (data: Reply) => number | false;
  /** If false, the hook sends no request. */
  isWanted?: boolean;
  /** If true, the previous reply is shown while the next page or search loads. */
  keepsPrevious?: boolean;
};

/** Fetches an endpoint's data and returns it with the error and loading state for `<Loaded read={…}>`. */
export function useRead<const E extends Endpoint>(
  endpoint: E,
  input: EndpointInput<E>,
  {
    failure,
    staleTime,
    refetchMs,
    isWanted = true,
    keepsPrevious = false,
  }: ReadOptions<EndpointReply<E>>,
) {
  const { queryKey, queryFn } = buildQueryOptions(endpoint, input as never);
  const { data, error, refetch, isFetching, isPlaceholderData } = useQuery({
    queryKey,
    queryFn,
    enabled: isWanted,
    ...(staleTime !== undefined && { staleTime }),
    ...(keepsPrevious && { placeholderData: keepPreviousData }),
    ...(refetchMs && {
      refetchInterval: ({ state }: { state: { data?: EndpointReply<E> } }) =>
        state.data === undefined ? false : refetchMs(state.data),
    }),
  });
  return {
    data: data as EndpointReply<E> | undefined,
    error: error && data === undefined ? getErrorMessage(error, failure) : undefined,
    retry: () => void refetch(),
    isRetrying: isFetching,
    /** True while `data` belongs to the previous input. */
    isStale: isPlaceholderData,
  };
}
