import type { Endpoint } from '#contract/endpoint.ts';
import type { CallArguments } from './connection/call.ts';
import type { AnyEndpointInput } from './connection/send.ts';
import type { Session } from './session.ts';

export type PrefetchRequest = { endpoint: Endpoint; input: AnyEndpointInput };

/** Returns the requests to prefetch for a page. `hasCohorts` is true if the portal has several cohorts. */
export type GetPrefetchRequests = (opened: {
  session: Session | undefined;
  hasCohorts: boolean;
}) => readonly PrefetchRequest[];

/**
 * Creates a request to prefetch. Its input must equal the input that the page uses; otherwise, the page sends the
 * request again.
 */
export const createPrefetchRequest = <const E extends Endpoint>(
  endpoint: E,
  ...[input]: CallArguments<E, never>
): PrefetchRequest => ({ endpoint, input: input ?? {} });
