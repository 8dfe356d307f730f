import type { CallInput, Endpoint, ReplyOf } from '#contract/endpoint.ts';
import type { UnknownFilter } from './use-filters.ts';
import { useRead } from './use-read.ts';

type Options<E extends Endpoint, Reply> = Parameters<typeof useRead<E>>[2] & {
  unknown: readonly UnknownFilter[];
  /** A reply without rows. */
  nothing: Reply;
};

/** Reads a list. An unknown filter value matches no rows, so that no request is sent. */
export function useListRead<const E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  { unknown, nothing, ...options }: Options<E, ReplyOf<E>>,
) {
  const isWanted = unknown.length === 0;
  const read = useRead(endpoint, input, { ...options, isWanted });
  return isWanted ? read : { ...read, data: nothing, error: undefined, isStale: false };
}
