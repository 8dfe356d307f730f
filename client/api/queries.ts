import { QueryClient, queryOptions } from '@tanstack/react-query';
import type { CallInput, Endpoint } from '#contract/endpoint.ts';
import { type CallArguments, call } from './call.ts';
import { Unreachable } from './send.ts';

const retryUnreachableMs = 5000;

/** A refusal stays a refusal; only a call that got no reply is worth another try. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      retry: (failures, error) => error instanceof Unreachable && failures < 2,
      retryDelay: (failures) => 500 * 2 ** failures,
      // A reply in the background would change what somebody is just filling in.
      refetchOnWindowFocus: false,
      // A page that could not be read recovers by itself.
      refetchOnReconnect: ({ state }) => state.status === 'error' && 'always',
      refetchInterval: ({ state }) => state.error instanceof Unreachable && retryUnreachableMs,
      // The browser's own idea of being offline is often wrong; a failed call tells the truth.
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});

/** The key of a call's replies: all of them, or with an input only that one. */
export function keyOf<const E extends Endpoint>(endpoint: E, input?: CallInput<E>) {
  return input === undefined ? [endpoint.path] : [endpoint.path, input];
}

/** A call to read, as TanStack Query wants it: `useQuery(query(findGroup, { params: { email } }))`. */
export function query<const E extends Endpoint>(endpoint: E, ...[input]: CallArguments<E, never>) {
  const given = (input ?? {}) as CallInput<E>;
  return queryOptions({
    queryKey: keyOf(endpoint, given),
    queryFn: ({ signal }) => call(endpoint, given, { signal }),
  });
}

/** Invalidates what the endpoints have replied, so that pages read it again. */
export function invalidate(...endpoints: Endpoint[]) {
  return Promise.all(
    endpoints.map((endpoint) => queryClient.invalidateQueries({ queryKey: keyOf(endpoint) })),
  );
}
