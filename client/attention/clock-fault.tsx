import { Alert, Anchor, Text } from '@mantine/core';
import { Link } from 'react-router';
import { useTimeZone } from '#client/api/portal.ts';
import type { ClockFault } from '#contract/admin/attention.ts';
import { links } from '#contract/links.ts';
import { formatDateTime } from '#contract/values/time.ts';

export function ClockFaultAlert({ now, newestAt, files }: ClockFault) {
  const zone = useTimeZone();
  return (
    <Alert color="red" title="Some stored times are in the future">
      The server’s clock shows {formatDateTime(now, zone)}, but the latest stored time is{' '}
      {formatDateTime(newestAt, zone)}. If the clock is wrong now, ask the person who runs the
      server to turn on time synchronisation. If the clock was ahead before and is right now,
      correct the files below. This message disappears after more activity in the portal.
      {files.length > 0 && (
        <>
          <Text size="sm" mt="xs">
            Files with a time in the future may count as late. Correct the time of each:
          </Text>
          <ul className="plain ruled" aria-label="Files with a time in the future">
            {files.map(({ documentId, label, version, name, groupName }) => (
              <li key={documentId}>
                <Anchor component={Link} to={links.adminGroup(groupName)} inherit>
                  <bdi>{groupName}</bdi>
                </Anchor>
                : {label} “<bdi>{name}</bdi>”, version {version}
              </li>
            ))}
          </ul>
        </>
      )}
    </Alert>
  );
}
