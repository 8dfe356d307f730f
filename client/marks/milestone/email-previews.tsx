import { Alert, Button, Group, Modal, Select, Stack, Text, useMatches } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '#client/api/connection/call.ts';
import { getErrorMessage } from '#client/api/problems.ts';
import { EmailBody } from '#client/ui/email-body.tsx';
import { EmptyState } from '#client/ui/state/empty-state.tsx';
import { LoadingLines } from '#client/ui/state/loading.tsx';
import type { EndpointInput, EndpointReply } from '#contract/endpoint.ts';
import { previewMarks } from '#contract/marks.ts';

type Body = EndpointInput<typeof previewMarks>['body'];
type Email = EndpointReply<typeof previewMarks>['emails'][number];
type Previews = { emails: Email[]; errors: string[] };

/** Requests previews of the groups' emails. Collects an error for each group whose preview fails. */
async function readPreviews(bodies: readonly Body[], signal: AbortSignal): Promise<Previews> {
  const previews: Previews = { emails: [], errors: [] };
  for (const body of bodies) {
    signal.throwIfAborted();
    try {
      previews.emails.push(...(await call(previewMarks, { body })).emails);
    } catch (error) {
      previews.errors.push(getErrorMessage(error, 'Couldn’t preview a group’s emails'));
    }
  }
  return previews;
}

type EmailPreviewsProps = { bodies: () => readonly Body[]; onClose: () => void };

export function EmailPreviews({ bodies, onClose }: EmailPreviewsProps) {
  const isNarrow = useMatches({ base: true, sm: false });
  // Keep the request bodies as they were when the dialog opened, so that the preview does not change.
  const [requestBodies] = useState(bodies);
  const { data } = useQuery({
    queryKey: ['email-previews', requestBodies],
    queryFn: ({ signal }) => readPreviews(requestBodies, signal),
    staleTime: 0,
    gcTime: 0,
  });
  return (
    <Modal
      opened
      onClose={onClose}
      title="Emails that will be sent"
      size="46rem"
      fullScreen={isNarrow}
    >
      <Stack>
        {data === undefined && <LoadingLines lines={8} label="Composing the emails…" />}
        {data?.errors.map((error) => (
          <Alert key={error} color="red" role="alert">
            {error}
          </Alert>
        ))}
        {data && data.emails.length > 0 && <OneByOne emails={data.emails} />}
        {data && data.emails.length + data.errors.length === 0 && (
          <EmptyState title="No emails to send">
            None of the members who can receive email have changes since their last one.
          </EmptyState>
        )}
      </Stack>
    </Modal>
  );
}

function OneByOne({ emails }: { emails: readonly Email[] }) {
  const [place, setPlace] = useState(0);
  const email = emails[place];
  if (!email) return null;
  return (
    <>
      <Group align="flex-end" gap="sm">
        <Select
          label={`Email ${place + 1} of ${emails.length}, to`}
          flex="1 1 14rem"
          data={emails.map(({ memberId, memberName, recipient }) => ({
            value: memberId,
            label: `${memberName}, ${recipient}`,
          }))}
          value={email.memberId}
          onChange={(to) => setPlace(emails.findIndex(({ memberId }) => memberId === to))}
        />
        <Button variant="default" disabled={place === 0} onClick={() => setPlace(place - 1)}>
          Previous
        </Button>
        <Button
          variant="default"
          disabled={place === emails.length - 1}
          onClick={() => setPlace(place + 1)}
        >
          Next
        </Button>
      </Group>
      <Text fw={600} className="breakable">
        {email.subject}
      </Text>
      <EmailBody text={email.text} html={email.html} />
    </>
  );
}
