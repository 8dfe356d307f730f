import type { Endpoint } from '#contract/endpoint.ts';
import type { CallArguments } from './connection/call.ts';
import type { AnyInput } from './connection/send.ts';
import type { Session } from './session.ts';

export type FirstRequest = { endpoint: Endpoint; input: AnyInput };

/** Returns the page's first requests for prefetching. `hasCohorts` is true if the portal has several cohorts. */
export type GetFirstRequests = (opened: {
  session: Session | undefined;
  hasCohorts: boolean;
}) => readonly FirstRequest[];

/** Creates a first request. Its input must equal the page's own, or the page sends a second request. */
export const firstRequest = <const E extends Endpoint>(
  endpoint: E,
  ...[input]: CallArguments<E, never>
): FirstRequest => ({ endpoint, input: input ?? {} });
