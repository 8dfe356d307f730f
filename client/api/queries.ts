import { QueryClient, queryOptions } from '@tanstack/react-query';
import type { Endpoint, EndpointInput } from '#contract/endpoint.ts';
import { type CallArguments, call } from './connection/call.ts';
import { ConnectionError } from './connection/send.ts';

const retryUnreachableMs = 5000;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      retry: (failures, error) => error instanceof ConnectionError && failures < 2,
      retryDelay: (failures) => 500 * 2 ** failures,
      // A refetch on focus could overwrite a form that is being filled in.
      refetchOnWindowFocus: false,
      // Retry failed queries on reconnect, so that the page recovers.
      refetchOnReconnect: ({ state }) => state.status === 'error' && 'always',
      refetchInterval: ({ state }) => state.error instanceof ConnectionError && retryUnreachableMs,
      // Send requests even if the browser reports that it is offline, because the report is often wrong.
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});

/** Without an input, returns a key prefix that matches all queries of the endpoint. */
export function buildQueryKey<const E extends Endpoint>(endpoint: E, input?: EndpointInput<E>) {
  return input === undefined ? [endpoint.path] : [endpoint.path, input];
}

export function buildQueryOptions<const E extends Endpoint>(
  endpoint: E,
  ...[input]: CallArguments<E, never>
) {
  const requestInput = (input ?? {}) as EndpointInput<E>;
  return queryOptions({
    queryKey: buildQueryKey(endpoint, requestInput),
    queryFn: ({ signal }) => call(endpoint, requestInput, { signal }),
  });
}

/** Invalidates cached replies. Resolves when the replies that the current page uses have been refetched. */
export function invalidateEndpoints(...endpoints: Endpoint[]) {
  return Promise.all(
    endpoints.map((endpoint) =>
      queryClient.invalidateQueries({ queryKey: buildQueryKey(endpoint) }),
    ),
  );
}
