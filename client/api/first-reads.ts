import type { Endpoint } from '#contract/endpoint.ts';
import type { CallArguments } from './call.ts';
import type { AnyInput } from './send.ts';
import type { Session } from './session.ts';

export type FirstRead = { endpoint: Endpoint; input: AnyInput };

/** What a page asks as soon as it is opened, which may be asked before; `hasCohorts`: there is more than one. */
export type FirstReads = (opened: {
  session: Session | undefined;
  hasCohorts: boolean;
}) => readonly FirstRead[];

/** With the input that the page itself gives: else it would ask once more. */
export const first = <const E extends Endpoint>(
  endpoint: E,
  ...[input]: CallArguments<E, never>
): FirstRead => ({ endpoint, input: input ?? {} });
