import type { Endpoint } from '#contract/endpoint.ts';
import type { CallArguments } from './call.ts';
import type { AnyInput } from './send.ts';
import type { Session } from './session.ts';

export type FirstRead = { endpoint: Endpoint; input: AnyInput };

/** Returns the first requests of a page, for prefetching. `hasCohorts` is true if the portal has several cohorts. */
export type FirstReads = (opened: {
  session: Session | undefined;
  hasCohorts: boolean;
}) => readonly FirstRead[];

/** Creates a first request. Its input must equal the page's, or the page sends another request. */
export const first = <const E extends Endpoint>(
  endpoint: E,
  ...[input]: CallArguments<E, never>
): FirstRead => ({ endpoint, input: input ?? {} });
