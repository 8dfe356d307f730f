import { call } from '#client/api/connection/call.ts';
import { useRequest } from '#client/api/connection/use-request.ts';
import type { EndpointInput } from '#contract/endpoint.ts';
import { saveMarks } from '#contract/marks.ts';

const message = 'The connection was lost. The marks are saved and sent when it is back.';

/** Saves marks. If the connection is lost, repeats the request as soon as the server is reachable again. */
export function useMarksRequest() {
  const { run, isInterrupted, cancel } = useRequest();
  return {
    send: (body: EndpointInput<typeof saveMarks>['body']) =>
      run((options) => call(saveMarks, { body }, options), { isRetried: true }),
    /** Defined while the request waits for the server. */
    interruption: isInterrupted ? { message, cancel } : undefined,
  };
}
