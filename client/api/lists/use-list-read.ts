import { useRead } from '#client/api/use-read.ts';
import type { Endpoint, EndpointInput, EndpointReply } from '#contract/endpoint.ts';
import type { UnknownFilter } from './use-filters.ts';

type Options<E extends Endpoint, Reply> = Parameters<typeof useRead<E>>[2] & {
  unknown: readonly UnknownFilter[];
  /** Returned instead of sending a request if a filter has an unknown value. */
  nothing: Reply;
};

export function useListRead<const E extends Endpoint>(
  endpoint: E,
  input: EndpointInput<E>,
  { unknown, nothing, ...options }: Options<E, EndpointReply<E>>,
) {
  const isWanted = unknown.length === 0;
  const read = useRead(endpoint, input, { ...options, isWanted });
  return isWanted ? read : { ...read, data: nothing, error: undefined, isStale: false };
}
