import { Anchor, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { call } from '#client/api/connection/call.ts';
import { useTimeZone } from '#client/api/portal.ts';
import { invalidateEndpoints } from '#client/api/queries.ts';
import { toast } from '#client/api/toast.ts';
import { useRead } from '#client/api/use-read.ts';
import { useSendForm } from '#client/api/use-send-form.ts';
import { createFieldValidator } from '#client/api/validate.ts';
import { useLastDefined } from '#client/ui/dialog/use-last-defined.ts';
import { DateTimeField } from '#client/ui/form/date-time-field.tsx';
import { FormStatus } from '#client/ui/form/form-status.tsx';
import { GrowingTextarea } from '#client/ui/form/growing-textarea.tsx';
import { SubmitButton } from '#client/ui/form/submit-button.tsx';
import { Section } from '#client/ui/section.tsx';
import {
  decideExtension,
  type ExtensionRequest,
  listExtensionRequests,
  listSubmissions,
} from '#contract/submissions.ts';
import { formatDateTime } from '#contract/values/time.ts';
import { formatWallClock, parseWallClock } from '#contract/values/wall-clock.ts';

type Asked = { request: ExtensionRequest; decision: 'granted' | 'refused' };

export function ExtensionRequests() {
  const { data } = useRead(
    listExtensionRequests,
    {},
    { failure: 'Failed to load the requests for extensions', staleTime: 0 },
  );
  const [asked, setAsked] = useState<Asked>();
  const requests = data?.requests ?? [];
  return (
    <>
      {requests.length > 0 && (
        <div id="extensions">
          <Section title="Extension requests">
            <ul className="plain ruled" aria-label="Extension requests">
              {requests.map((request) => (
                <li key={request._id}>
                  <Group justify="space-between" gap="sm">
                    <RequestDetails {...request} />
                    {request.mayDecide && (
                      <Group gap="xs">
                        <Button
                          size="xs"
                          aria-label={`Grant the extension of ${request.fypGroupName}`}
                          onClick={() => setAsked({ request, decision: 'granted' })}
                        >
                          Grant…
                        </Button>
                        <Button
                          size="xs"
                          variant="default"
                          aria-label={`Refuse the extension of ${request.fypGroupName}`}
                          onClick={() => setAsked({ request, decision: 'refused' })}
                        >
                          Refuse…
                        </Button>
                      </Group>
                    )}
                  </Group>
                </li>
              ))}
            </ul>
          </Section>
        </div>
      )}
      <DecisionDialog asked={asked} onClose={() => setAsked(undefined)} />
    </>
  );
}

function RequestDetails(request: ExtensionRequest) {
  const zone = useTimeZone();
  const { fypGroupName, title, due, askedDue, askedBy, reason, fileUrl, mayDecide } = request;
  return (
    <Stack gap={2} flex="1 1 18rem" miw={0}>
      <Text fw={600} className="breakable">
        <bdi>{fypGroupName}</bdi>: <bdi>{title}</bdi>
      </Text>
      <Text size="sm" className="tabular">
        {formatDateTime(due, zone)} → {formatDateTime(askedDue, zone)}, asked by{' '}
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
          {reason === null
            ? 'The FYP office decides, and can read the reason.'
            : 'The FYP office decides.'}
        </Text>
      )}
    </Stack>
  );
}

function DecisionDialog({ asked, onClose }: { asked: Asked | undefined; onClose: () => void }) {
  const shown = useLastDefined(asked);
  const verb = shown?.decision === 'granted' ? 'Grant' : 'Refuse';
  return (
    <Modal
      opened={asked !== undefined}
      onClose={onClose}
      title={
        <>
          {verb} the extension of <bdi>{shown?.request.fypGroupName}</bdi>
        </>
      }
      size="30rem"
    >
      {shown && <DecisionForm {...shown} verb={verb} onDone={onClose} />}
    </Modal>
  );
}

const Reason = decideExtension.body.shape.reason;

function DecisionForm({
  request,
  decision,
  verb,
  onDone,
}: Asked & { verb: string; onDone: () => void }) {
  const zone = useTimeZone();
  const isGranted = decision === 'granted';
  const form = useSendForm({
    initialValues: { due: formatWallClock(request.askedDue, zone), reason: '' },
    validate: {
      due: (value) => (parseWallClock(value, zone) ? null : 'Choose a date and time.'),
      reason: createFieldValidator(isGranted ? Reason : Reason.min(1, 'Give a reason.')),
    },
    send: ({ due, reason }) => {
      const date = isGranted ? { due: parseWallClock(due, zone) } : {};
      const params = { requestId: request._id };
      return call(decideExtension, { params, body: { decision, reason, ...date } });
    },
    failure: 'Failed to save the decision',
    onDone: async ({ message }) => {
      toast.success(message);
      await invalidateEndpoints(listExtensionRequests, listSubmissions);
      onDone();
    },
  });
  return (
    <form {...form.props}>
      <Stack gap="md">
        <FormStatus {...form.status} />
        {isGranted && (
          <DateTimeField
            label="New date"
            description={`In the department’s time zone (${zone})`}
            required
            {...form.getInputProps('due')}
          />
        )}
        <GrowingTextarea
          label="Reason"
          description="The student who asked gets it by email."
          required={!isGranted}
          minRows={3}
          maxRows={10}
          {...form.getInputProps('reason')}
        />
        <SubmitButton isBusy={form.isBusy} busyText="Saving…">
          {`${verb} extension`}
        </SubmitButton>
      </Stack>
    </form>
  );
}
