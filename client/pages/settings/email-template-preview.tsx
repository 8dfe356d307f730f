import { Button, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useAction } from '#client/api/use-action.ts';
import { useRead } from '#client/api/use-read.ts';
import { EmailBody } from '#client/ui/email-body.tsx';
import { Section } from '#client/ui/section.tsx';
import { Loaded } from '#client/ui/state/loaded.tsx';
import { LoadingLines } from '#client/ui/state/loading.tsx';
import type { EndpointInput } from '#contract/endpoint.ts';
import {
  type EmailKind,
  type EmailTemplate,
  type EmailTemplates,
  findPlaceholderErrors,
  previewTemplate,
  sendTestEmail,
} from '#contract/settings/email-templates.ts';

type EmailTemplatePreviewProps = { emails: EmailTemplates; kind: EmailKind };

const pauseMs = 400;

export function EmailTemplatePreview({ emails, kind }: EmailTemplatePreviewProps) {
  const template = { kind, words: wordsOf(emails[kind]) };
  // Debounce the serialised template, because every render creates a new object.
  const [settled] = useDebouncedValue(JSON.stringify(template), pauseMs);
  const shown = JSON.parse(settled) as typeof template;
  // Skip the debounce when another kind of email is selected.
  const body = shown.kind === kind ? shown : template;
  const [error] = Object.values(findPlaceholderErrors(kind, body.words));
  const test = useAction(sendTestEmail, { failure: 'Couldn’t send the test email' });
  return (
    <Section
      title="Preview"
      description="The email with sample values. Nothing is saved yet."
      actions={
        <Button
          variant="default"
          loading={test.isRunning}
          onClick={() => test.run({ body: template })}
        >
          Send test email to me
        </Button>
      }
    >
      {error ? <Text role="status">{error}</Text> : <Composed body={body} />}
    </Section>
  );
}

function Composed({ body }: { body: EndpointInput<typeof previewTemplate>['body'] }) {
  const read = useRead(
    previewTemplate,
    { body },
    { failure: 'Couldn’t load the email', keepsPrevious: true },
  );
  return (
    <Loaded read={read} loading={<LoadingLines lines={8} label="Loading the email…" />}>
      {({ subject, text, html }) => (
        <>
          <Text className="breakable">
            Subject: <strong>{subject}</strong>
          </Text>
          <EmailBody key={html} text={text} html={html} />
        </>
      )}
    </Loaded>
  );
}

/** Returns the template as it would be saved, without blank strings. */
const wordsOf = (words: EmailTemplate): EmailTemplate =>
  Object.fromEntries(Object.entries(words ?? {}).filter(([, text]) => text?.trim()));
