import { Stack, Text, Title } from '@mantine/core';
import { useEffect, useId, useRef } from 'react';
import { useAction } from '#client/api/use-action.ts';
import { SubmitButton } from '#client/ui/form/submit-button.tsx';
import { BidiSentence } from '#client/ui/sentence.tsx';
import type { EndpointReply } from '#contract/endpoint.ts';
import {
  type ConsequenceArea,
  changePeople,
  consequenceAreas,
  type previewPeopleChange,
} from '#contract/people.ts';
import type { ChangeBody } from './change-values.ts';
import { endedGroupEndpoints, peopleEndpoints } from './people-endpoints.ts';

type ChangePreviewProps = {
  groupId: string;
  body: ChangeBody;
  reply: EndpointReply<typeof previewPeopleChange>;
  onDone: () => void;
  onEnded: (() => void) | undefined;
  /** Called if the change is refused, such as because the group has changed since the preview. */
  onRefused: (message: string) => void;
};

const headings: Record<ConsequenceArea, string> = {
  marks: 'Marks',
  files: 'Files',
  rights: 'Rights',
  reminders: 'Reminders',
};

/** Shows what a change causes, with the button that makes it. */
export function ChangePreview(props: ChangePreviewProps) {
  const { groupId, body, reply, onDone, onEnded, onRefused } = props;
  const headingId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const { summary, consequences, recipients, versions } = reply;
  const isEnd = body.change.kind === 'dissolve' || body.change.kind === 'merge';
  const change = useAction(changePeople, {
    failure: 'Couldn’t make the change',
    onFailure: (_error, message) => onRefused(message),
    onDone: () => {
      onDone();
      if (isEnd) onEnded?.();
    },
    invalidates: isEnd ? endedGroupEndpoints : peopleEndpoints,
  });
  return (
    <Stack gap="md" component="section" aria-labelledby={headingId}>
      <Title order={3} size="h5" id={headingId} ref={heading} tabIndex={-1}>
        What happens
      </Title>
      <Text size="sm" className="breakable">
        <Text span inherit c="dimmed">
          Recorded as:
        </Text>{' '}
        <BidiSentence text={summary} />
      </Text>
      {consequenceAreas.map((area) => (
        <div key={area}>
          <Text size="sm" fw={600}>
            {headings[area]}
          </Text>
          {consequences
            .filter(({ about }) => about === area)
            .map(({ text }) => (
              <Text key={text} size="sm" className="breakable">
                <BidiSentence text={text} />
              </Text>
            ))}
        </div>
      ))}
      <div>
        <Text size="sm" fw={600}>
          Emails
        </Text>
        <Text size="sm" className="breakable">
          {recipients.length > 0
            ? `Emails about this change go to ${recipients.join(', ')}.`
            : 'No one gets an email about this change.'}
        </Text>
      </div>
      <SubmitButton
        isBusy={change.isRunning}
        busyText="Saving…"
        onPress={() => change.run({ params: { groupId }, body: { ...body, versions } })}
      >
        Make this change
      </SubmitButton>
    </Stack>
  );
}
