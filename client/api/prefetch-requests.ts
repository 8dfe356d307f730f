import type { Endpoint } from '#contract/endpoint.ts';
import type { CallArguments } from './connection/call.ts';
import type { AnyEndpointInput } from './connection/send.ts';
import type { Session } from './session.ts';

export type PrefetchRequest = { endpoint: Endpoint; input: AnyEndpointInput };

/** `hasCohorts` is true if the portal has several cohorts. */
export type GetPrefetchRequests = (opened: {
  session: Session | undefined;
  hasCohorts: boolean;
}) => readonly PrefetchRequest[];

/** The input must equal the page's input; otherwise, the page sends the request again. */
export const createPrefetchRequest = <const E extends Endpoint>(
  endpoint: E,
  ...[input]: CallArguments<E, never>
): PrefetchRequest => ({ endpoint, input: input ?? {} });
