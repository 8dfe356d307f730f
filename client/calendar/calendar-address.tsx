import { Box, Button, CopyButton, Group, Stack, Text, TextInput } from '@mantine/core';
import { useTimeZone } from '#client/api/portal.ts';
import { useAction } from '#client/api/use-action.ts';
import { useRead } from '#client/api/use-read.ts';
import { Section } from '#client/ui/section.tsx';
import { Loaded } from '#client/ui/state/loaded.tsx';
import { LoadingLines } from '#client/ui/state/loading.tsx';
import { endCalendar, findCalendar, makeCalendar } from '#contract/calendar.ts';
import { formatDateTime } from '#contract/values/time.ts';

/** A secret address for one's own calendar program; shown once, since only a hash of it is kept. */
export function CalendarAddress() {
  const read = useRead(findCalendar, {}, { failure: 'Failed to load your calendar address' });
  const making = useAction(makeCalendar, {
    failure: 'Failed to make the address',
    success: 'The address is made. Copy it now: it is shown once.',
    invalidates: [findCalendar],
  });
  const ending = useAction(endCalendar, {
    failure: 'Failed to end the address',
    invalidates: [findCalendar],
  });
  const url = read.data?.madeAt ? making.reply?.url : undefined;
  return (
    <Section
      title="Calendar"
      description="Your deadlines with extensions, and vivas, in your own calendar program: subscribe to a secret address. Whoever knows it reads the dates, and nothing else."
    >
      <Box mih="4.5rem">
        <Loaded read={read} loading={<LoadingLines lines={2} label="Loading…" />}>
          {({ madeAt }) => (
            <Stack gap="sm">
              {url && <NewAddress url={url} />}
              {madeAt && <MadeAt madeAt={madeAt} />}
              <Group gap="sm">
                <Button variant="default" loading={making.isRunning} onClick={() => making.run({})}>
                  {madeAt ? 'Replace address' : 'Make address'}
                </Button>
                {madeAt && (
                  <Button
                    variant="default"
                    loading={ending.isRunning}
                    onClick={() => ending.run({})}
                  >
                    End address
                  </Button>
                )}
              </Group>
            </Stack>
          )}
        </Loaded>
      </Box>
    </Section>
  );
}

function MadeAt({ madeAt }: { madeAt: string }) {
  const zone = useTimeZone();
  return (
    <Text size="sm" c="dimmed">
      Your address was made on {formatDateTime(madeAt, zone)}. Another one ends it.
    </Text>
  );
}

function NewAddress({ url }: { url: string }) {
  return (
    <Group gap="sm" align="flex-end">
      <TextInput
        label="Calendar address"
        value={url}
        readOnly
        flex="1 1 18rem"
        onFocus={(event) => event.currentTarget.select()}
      />
      <CopyButton value={url}>
        {({ copied, copy }) => (
          <Button variant="default" onClick={copy}>
            {copied ? 'Copied' : 'Copy'}
          </Button>
        )}
      </CopyButton>
    </Group>
  );
}
