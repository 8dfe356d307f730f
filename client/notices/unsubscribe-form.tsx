import { Alert, Anchor, Button, Stack, Text } from '@mantine/core';
import { Link } from 'react-router';
import { useAction } from '#client/api/use-action.ts';
import { useRead } from '#client/api/use-read.ts';
import { Section } from '#client/ui/section.tsx';
import { Loaded } from '#client/ui/state/loaded.tsx';
import { LoadingLines } from '#client/ui/state/loading.tsx';
import { findUnsubscribe, unsubscribe } from '#contract/messages/unsubscribe.ts';
import { paths } from '#contract/paths.ts';

/** Unsubscribes on a click, not on page load, because automated link checkers also load the page. */
export function UnsubscribeForm({ token }: { token: string }) {
  const read = useRead(
    findUnsubscribe,
    { params: { token } },
    { failure: 'Couldn’t check this link' },
  );
  const leaving = useAction(unsubscribe, {
    failure: 'Couldn’t unsubscribe',
    isInline: true,
  });
  return (
    <Section title="Unsubscribe from emails">
      <Loaded read={read} loading={<LoadingLines lines={3} label="Loading…" />}>
        {({ about }) => (
          <Stack gap="md" align="flex-start">
            {leaving.reply ? (
              <Text role="status">{leaving.reply.message}</Text>
            ) : (
              <>
                <Text>
                  You’ll no longer get emails about “{about}” once you select Unsubscribe.
                </Text>
                <Button
                  loading={leaving.isRunning}
                  onClick={() =>
                    leaving.run({ params: { token }, body: { 'List-Unsubscribe': 'One-Click' } })
                  }
                >
                  Unsubscribe
                </Button>
                {leaving.error && <Alert role="alert">{leaving.error}</Alert>}
              </>
            )}
            <Anchor component={Link} to={paths.notices}>
              Choose which emails you get
            </Anchor>
          </Stack>
        )}
      </Loaded>
    </Section>
  );
}
