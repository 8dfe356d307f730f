import { useRead } from '#client/api/use-read.ts';
import type { Endpoint, EndpointInput, EndpointReply } from '#contract/endpoint.ts';
import type { UnknownFilter } from './use-filters.ts';

type Options<E extends Endpoint, Reply> = Parameters<typeof useRead<E>>[2] & {
  unknown: readonly UnknownFilter[];
  /** Empty reply that is returned, without sending a request, if a filter value is unknown. */
  nothing: Reply;
};

/** Fetches a list. Sends no request if a filter value is unknown, because no row can match it. */
export function useListRead<const E extends Endpoint>(
  endpoint: E,
  input: EndpointInput<E>,
  { unknown, nothing, ...options }: Options<E, EndpointReply<E>>,
) {
  const isWanted = unknown.length === 0;
  const read = useRead(endpoint, input, { ...options, isWanted });
  return isWanted ? read : { ...read, data: nothing, error: undefined, isStale: false };
}
