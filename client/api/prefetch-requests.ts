import type { Endpoint } from '#contract/endpoint.ts';
import type { CallArguments } from './connection/call.ts';
import type { AnyEndpointInput } from './connection/send.ts';
import type { Session } from './session/session.ts';

export type PrefetchRequest = { endpoint: Endpoint; input: AnyEndpointInput };

/** `hasCohorts` is true if the portal has several cohorts. */
export type GetPrefetchRequests = (opened: {
  session: Session | undefined;
  hasCohorts: boolean;
}) => readonly PrefetchRequest[];

/** The input must equal that of the page's own request; otherwise, the page sends a second request. */
export const createPrefetchRequest = <const E extends Endpoint>(
  endpoint: E,
  ...[input]: CallArguments<E, never>
): PrefetchRequest => ({ endpoint, input: input ?? {} });
