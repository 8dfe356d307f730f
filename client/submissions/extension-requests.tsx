import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import type { GetInputPropsReturnType } from '@mantine/form';
import { useState } from 'react';
import { call } from '#client/api/connection/call.ts';
import { useTimeZone } from '#client/api/portal.ts';
import { useAction } from '#client/api/use-action.ts';
import { useRead } from '#client/api/use-read.ts';
import { ReasonDialog } from '#client/layout/reason-dialog.tsx';
import { DateTimeField } from '#client/ui/form/date-time-field.tsx';
import { ListSection } from '#client/ui/list/list-section.tsx';
import { findDesk } from '#contract/desk.ts';
import {
  adviseOnExtension,
  decideExtension,
  type ExtensionRequest,
  listExtensionRequests,
  listSubmissions,
} from '#contract/submissions.ts';
import { formatDateTime } from '#contract/values/time.ts';
import { formatWallClock, parseWallClock } from '#contract/values/wall-clock.ts';

type Asked = { request: ExtensionRequest; decision: 'granted' | 'refused' };

export function ExtensionRequests() {
  const read = useRead(
    listExtensionRequests,
    {},
    { failure: 'Couldn’t load the extension requests', staleTime: 0 },
  );
  const [asked, setAsked] = useState<Asked>();
  return (
    <>
      <ListSection
        id="extensions"
        title="Extension requests"
        read={{ ...read, data: read.data?.requests }}
      >
        {(requests) => (
          <ul className="plain ruled" aria-label="Extension requests">
            {requests.map((request) => (
              <li key={request._id}>
                <Group justify="space-between" gap="sm">
                  <RequestDetails {...request} />
                  {request.mayAdvise && <AdviceButtons {...request} />}
                  {request.mayDecide && (
                    <Group gap="xs">
                      <Button
                        size="xs"
                        aria-label={`Approve the extension of ${request.fypGroupName}`}
                        onClick={() => setAsked({ request, decision: 'granted' })}
                      >
                        Approve…
                      </Button>
                      <Button
                        size="xs"
                        variant="default"
                        aria-label={`Decline the extension of ${request.fypGroupName}`}
                        onClick={() => setAsked({ request, decision: 'refused' })}
                      >
                        Decline…
                      </Button>
                    </Group>
                  )}
                </Group>
              </li>
            ))}
          </ul>
        )}
      </ListSection>
      <DecisionDialog asked={asked} onClose={() => setAsked(undefined)} />
    </>
  );
}

function RequestDetails(request: ExtensionRequest) {
  const zone = useTimeZone();
  const { fypGroupName, title, due, askedDue, askedBy, reason, fileUrl, mayDecide, advice } =
    request;
  return (
    <Stack gap={2} flex="1 1 18rem" miw={0}>
      <Text fw={600} className="breakable">
        <bdi>{fypGroupName}</bdi>: <bdi>{title}</bdi>
      </Text>
      <Text size="sm">
        {formatDateTime(due, zone)} → {formatDateTime(askedDue, zone)}, requested by{' '}
        <bdi>{askedBy}</bdi>
      </Text>
      {reason !== null && (
        <Text size="sm" c="dimmed" className="breakable" style={{ whiteSpace: 'pre-line' }}>
          {reason}
        </Text>
      )}
      {fileUrl && (
        <Anchor href={fileUrl} target="_blank" rel="noopener" size="sm">
          Evidence (opens in a new tab)
        </Anchor>
      )}
      {!mayDecide && (
        <Text size="sm" c="dimmed">
          For information: the FYP office decides{reason === null && ', and can read the reason'}.
        </Text>
      )}
      {advice && (
        <Text size="sm">
          {advice.advice === 'support' ? 'Supported' : 'Advised against'} by <bdi>{advice.by}</bdi>,{' '}
          {formatDateTime(advice.at, zone)}
        </Text>
      )}
    </Stack>
  );
}

const adviceLabels = { support: 'Support', against: 'Advise against' } as const;

/** Lets the supervisor tell the FYP office what they think, and change it until the decision. */
function AdviceButtons({ _id: requestId, fypGroupName, title, advice }: ExtensionRequest) {
  const save = useAction(adviseOnExtension, {
    failure: 'Couldn’t save your advice',
    invalidates: [listExtensionRequests, listSubmissions, findDesk],
  });
  const chosen = save.input?.body.advice ?? advice?.advice;
  return (
    <Group gap="xs">
      {(['support', 'against'] as const).map((each) => (
        <Button
          key={each}
          size="xs"
          variant={chosen === each ? 'filled' : 'default'}
          aria-pressed={chosen === each}
          aria-label={`${adviceLabels[each]}: ${fypGroupName}, ${title}`}
          disabled={save.isRunning}
          onClick={() => save.run({ params: { requestId }, body: { advice: each } })}
        >
          {adviceLabels[each]}
        </Button>
      ))}
    </Group>
  );
}

function DecisionDialog({ asked, onClose }: { asked: Asked | undefined; onClose: () => void }) {
  const zone = useTimeZone();
  return (
    <ReasonDialog about={asked} onClose={onClose} ask={(shown) => buildQuestion(shown, zone)} />
  );
}

const Reason = decideExtension.body.shape.reason;

function buildQuestion({ request, decision }: Asked, zone: string) {
  const isGranted = decision === 'granted';
  const verb = isGranted ? 'Approve' : 'Decline';
  return {
    title: (
      <>
        {verb} the extension of <bdi>{request.fypGroupName}</bdi>
      </>
    ),
    ...(isGranted && { field: buildDateField(request, zone) }),
    schema: isGranted ? Reason : Reason.min(1, 'Enter a reason.'),
    description: 'Emailed to the student who requested it.',
    action: `${verb} extension`,
    busyText: 'Saving…',
    failure: 'Couldn’t save the decision',
    send: (reason: string, due: string) => {
      const date = isGranted ? { due: parseWallClock(due, zone) } : {};
      const params = { requestId: request._id };
      return call(decideExtension, { params, body: { decision, reason, ...date } });
    },
    invalidates: [listExtensionRequests, listSubmissions, findDesk],
  };
}

const buildDateField = ({ askedDue }: ExtensionRequest, zone: string) => ({
  name: 'due',
  initial: formatWallClock(askedDue, zone),
  findError: (value: string) => (parseWallClock(value, zone) ? null : 'Choose a date and time.'),
  render: (input: GetInputPropsReturnType) => (
    <DateTimeField
      label="New date"
      description={`In the department’s time zone (${zone})`}
      required
      {...input}
    />
  ),
});
