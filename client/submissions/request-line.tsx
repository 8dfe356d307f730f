import { Text } from '@mantine/core';
import { useTimeZone } from '#client/api/portal.ts';
import type { ExtensionRequest } from '#contract/submissions.ts';
import { formatDateTime } from '#contract/values/time.ts';

/** Says for which date somebody has asked, and what was decided. */
export function RequestLine({ request }: { request: ExtensionRequest }) {
  const zone = useTimeZone();
  const { decision, askedDue, askedBy, decidedBy, decisionReason } = request;
  return (
    <Text size="sm" className="breakable">
      <bdi>{askedBy}</bdi> asked for {formatDateTime(askedDue, zone)};{' '}
      {decision === null ? (
        'not decided yet'
      ) : (
        <>
          {decision} by <bdi>{decidedBy}</bdi>
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
