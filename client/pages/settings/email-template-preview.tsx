import { Button, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useAction } from '#client/api/use-action.ts';
import { useRead } from '#client/api/use-read.ts';
import { EmailBody } from '#client/ui/email-body.tsx';
import { Section } from '#client/ui/section.tsx';
import { Loaded } from '#client/ui/state/loaded.tsx';
import { LoadingLines } from '#client/ui/state/loading.tsx';
import {
  type EmailKind,
  type Emails,
  type EmailWords,
  placeholderErrors,
  previewTemplate,
  sendTestEmail,
} from '#contract/email-templates.ts';
import type { CallInput } from '#contract/endpoint.ts';

type EmailTemplatePreviewProps = { emails: Emails; kind: EmailKind };

/** Typing waits so long before it is drawn. */
const pauseMs = 400;

/** One kind with sample values, as the server composes it from what the form holds now. */
export function EmailTemplatePreview({ emails, kind }: EmailTemplatePreviewProps) {
  const asked = { kind, words: wordsOf(emails[kind]) };
  // As text: an object would be another one each time.
  const [settled] = useDebouncedValue(JSON.stringify(asked), pauseMs);
  const shown = JSON.parse(settled) as typeof asked;
  // Another kind is drawn at once.
  const body = shown.kind === kind ? shown : asked;
  const [error] = Object.values(placeholderErrors(kind, body.words));
  const test = useAction(sendTestEmail, { failure: 'Failed to send the test email' });
  return (
    <Section
      title="Preview"
      description="With sample values, as it will be sent; nothing is saved yet."
      actions={
        <Button
          variant="default"
          loading={test.isRunning}
          onClick={() => test.run({ body: asked })}
        >
          Send test email to me
        </Button>
      }
    >
      {error ? <Text role="status">{error}</Text> : <Composed body={body} />}
    </Section>
  );
}

function Composed({ body }: { body: CallInput<typeof previewTemplate>['body'] }) {
  const read = useRead(
    previewTemplate,
    { body },
    { failure: 'Failed to show the email', keepsPrevious: true },
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

/** As they would be saved: what is empty is left out. */
const wordsOf = (words: EmailWords): EmailWords =>
  Object.fromEntries(Object.entries(words ?? {}).filter(([, text]) => text?.trim()));
