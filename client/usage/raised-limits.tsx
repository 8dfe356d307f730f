import { Button, Group, Text } from '@mantine/core';
import { useTimeZone } from '#client/api/portal.ts';
import { useAction } from '#client/api/use-action.ts';
import { listRequestUsage, setRequestLimit } from '#contract/admin/request-usage.ts';
import type { EndpointReply } from '#contract/endpoint.ts';
import { formatDateTime } from '#contract/values/time.ts';

type RaisedLimitsProps = Pick<EndpointReply<typeof listRequestUsage>, 'raised'>;

export function RaisedLimits({ raised }: RaisedLimitsProps) {
  const zone = useTimeZone();
  const end = useAction(setRequestLimit, {
    failure: 'Failed to end the raised limits',
    invalidates: [listRequestUsage],
  });
  return (
    <ul className="plain ruled" aria-label="Raised limits">
      {raised.map(({ _id, name, email, raise: { factor, endsAt } }) => (
        <li key={_id}>
          <Group justify="space-between" gap="sm">
            <Text size="sm" className="breakable">
              <bdi>{name}</bdi> ({email}): {factor} times the normal limits{' '}
              {endsAt ? `until ${formatDateTime(endsAt, zone)}` : 'until an admin ends it'}
            </Text>
            <Button
              size="xs"
              variant="default"
              aria-label={`End the raised limits of ${name}`}
              loading={end.isRunning && end.input?.params.userId === _id}
              onClick={() =>
                end.run({ params: { userId: _id }, body: { factor: 1, endsAt: null } })
              }
            >
              End
            </Button>
          </Group>
        </li>
      ))}
    </ul>
  );
}
