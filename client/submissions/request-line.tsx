import { Text } from '@mantine/core';
import { useTimeZone } from '#client/api/portal.ts';
import { type ExtensionRequest, extensionDecisions } from '#contract/submissions.ts';
import { formatDateTime } from '#contract/values/time.ts';

/** The requested date and the decision. */
export function RequestLine({ request }: { request: ExtensionRequest }) {
  const zone = useTimeZone();
  const { decision, askedDue, askedBy, decidedBy, decisionReason } = request;
  return (
    <Text size="sm" className="breakable">
      <bdi>{askedBy}</bdi> requested {formatDateTime(askedDue, zone)};{' '}
      {decision === null ? (
        'not decided yet'
      ) : (
        <>
          {extensionDecisions[decision]} by <bdi>{decidedBy}</bdi>
          {decisionReason && (
            <>
              : <bdi>{decisionReason}</bdi>
            </>
          )}
        </>
      )}
    </Text>
  );
}
