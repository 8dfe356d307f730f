import { Box, Button, CopyButton, Group, Stack, Text, TextInput } from '@mantine/core';
import { useTimeZone } from '#client/api/portal.ts';
import { useAction } from '#client/api/use-action.ts';
import { useRead } from '#client/api/use-read.ts';
import { Section } from '#client/ui/section.tsx';
import { Loaded } from '#client/ui/state/loaded.tsx';
import { LoadingLines } from '#client/ui/state/loading.tsx';
import { endCalendar, findCalendar, makeCalendar } from '#contract/messages/calendar.ts';
import { formatDateTime } from '#contract/values/time.ts';

/** The calendar feed's secret URL is shown once: only its hash is stored. */
export function CalendarUrl() {
  const read = useRead(findCalendar, {}, { failure: 'Couldn’t load your calendar URL' });
  const creation = useAction(makeCalendar, {
    failure: 'Couldn’t create the URL',
    success: 'URL created. Copy it now: it is shown only once.',
    invalidates: [findCalendar],
  });
  const revocation = useAction(endCalendar, {
    failure: 'Couldn’t revoke the URL',
    invalidates: [findCalendar],
  });
  const url = read.data?.madeAt ? creation.reply?.url : undefined;
  return (
    <Section
      title="Calendar"
      description="Subscribe to your deadlines, extensions, vivas and booked slots in your calendar app with a secret URL. Anyone who has the URL can see these dates, and nothing else."
    >
      <Box mih="2.25rem">
        <Loaded read={read} loading={<LoadingLines lines={2} label="Loading…" />}>
          {({ madeAt }) => (
            <Stack gap="sm">
              {url && <NewUrl url={url} />}
              {madeAt && <CreatedAt madeAt={madeAt} />}
              <Group gap="sm">
                <Button
                  variant="default"
                  loading={creation.isRunning}
                  onClick={() => creation.run({})}
                >
                  {madeAt ? 'Replace URL' : 'Create URL'}
                </Button>
                {madeAt && (
                  <Button
                    variant="default"
                    loading={revocation.isRunning}
                    onClick={() => revocation.run({})}
                  >
                    Revoke URL
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

function CreatedAt({ madeAt }: { madeAt: string }) {
  const zone = useTimeZone();
  return (
    <Text size="sm" c="dimmed">
      The URL was created on {formatDateTime(madeAt, zone)}. If you replace it, the old URL stops
      working.
    </Text>
  );
}

function NewUrl({ url }: { url: string }) {
  return (
    <Group gap="sm" align="flex-end">
      <TextInput
        label="Calendar URL"
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
