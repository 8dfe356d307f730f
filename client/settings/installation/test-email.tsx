import { Alert, Button, Group } from '@mantine/core';
import { useAction } from '#client/api/use-action.ts';
import { BidiSentence } from '#client/ui/sentence.tsx';
import { testMailServer } from '#contract/settings/installation.ts';

/** Sends an email with the saved settings and shows what the mail server says. */
export function TestEmail() {
  const test = useAction(testMailServer, {
    failure: 'Couldn’t send the test email',
    isInline: true,
  });
  const message = test.error ?? test.reply?.message;
  const isSent = test.error === undefined && test.reply?.isSent === true;
  return (
    <>
      <Group>
        <Button variant="default" loading={test.isRunning} onClick={() => test.run()}>
          Send a test email to my address
        </Button>
      </Group>
      {message !== undefined && !test.isRunning && (
        <Alert
          color={isSent ? 'green' : 'red'}
          role={isSent ? 'status' : 'alert'}
          title={isSent ? 'Test email sent' : 'Test email not sent'}
        >
          <BidiSentence text={message} />
        </Alert>
      )}
    </>
  );
}
