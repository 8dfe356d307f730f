import { Box, Paper, SimpleGrid, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { useLocation } from 'react-router';
import { getErrorMessage } from '#client/api/problems.ts';
import { buildQueryOptions } from '#client/api/queries.ts';
import { useSession } from '#client/api/session/session.ts';
import { DeadlineCard } from '#client/deadlines/deadline-card.tsx';
import { NextDeadline } from '#client/deadlines/next-deadline.tsx';
import { FaqSection } from '#client/faq/faq-section.tsx';
import classes from '#client/home/home.module.css';
import { HomeLoading } from '#client/home/home-loading.tsx';
import { MessageCard } from '#client/home/message-card.tsx';
import { OfficeCard } from '#client/home/office-card.tsx';
import { SlideShow } from '#client/home/slide-show.tsx';
import { CompactWelcome, Welcome } from '#client/home/welcome.tsx';
import { lazyWithFallback } from '#client/layout/lazy-part.ts';
import { ColumnLayout } from '#client/ui/columns.tsx';
import { ErrorState } from '#client/ui/state/error-state.tsx';
import type { EndpointReply } from '#contract/endpoint.ts';
import { findHome } from '#contract/settings/content.ts';

// Load the tasks, news and dates of a logged-in user lazily, because other visitors never see them.
const OwnDesk = lazyWithFallback(async () => (await import('#client/desk/own-desk.tsx')).OwnDesk);
const NextDates = lazyWithFallback(
  async () => (await import('#client/deadlines/next-dates.tsx')).NextDates,
);

const wideAndNarrow = 'minmax(0, 1.75fr) minmax(0, 1fr)';

export function Component() {
  const session = useSession();
  const unknownPath: string | undefined = useLocation().state?.unknownPath;
  const { data: home, error, refetch, isFetching } = useQuery(buildQueryOptions(findHome));
  if (!home && error) {
    return (
      <>
        <Welcome isLost />
        <ErrorState
          message={getErrorMessage(error, 'The home page could not be loaded.')}
          onRetry={() => refetch()}
          isRetrying={isFetching}
        />
      </>
    );
  }
  return (
    <>
      {unknownPath && (
        <Text role="status" c="dimmed" className="breakable">
          There is no page at <bdi>{unknownPath}</bdi>, so this is the home page.
        </Text>
      )}
      {session ? <OwnHome home={home} /> : <VisitorHome home={home} />}
    </>
  );
}

type HomeProps = { home: EndpointReply<typeof findHome> | undefined };

function VisitorHome({ home }: HomeProps) {
  return (
    <>
      <ColumnLayout
        widths="minmax(0, 1fr) minmax(0, 1.1fr)"
        mb="lg"
        style={{ columnGap: '3rem', alignItems: 'stretch' }}
      >
        <Welcome home={home} />
        <SlideShow slides={home?.slides} />
      </ColumnLayout>
      <HomeInformation home={home} />
    </>
  );
}

/** Starts with the user's tasks, news and dates. The rest of the home page (spec 2) follows, the slides last. */
function OwnHome({ home }: HomeProps) {
  return (
    <>
      <CompactWelcome home={home} />
      <ColumnLayout widths={wideAndNarrow} mb="lg">
        <Suspense fallback={<Box mih={{ base: '16.5rem', sm: '13.5rem' }} />}>
          <OwnDesk />
        </Suspense>
        <Suspense fallback={<Paper mih="19rem" />}>
          {home ? <NextDates deadlines={home.deadlines} /> : <Paper mih="19rem" />}
        </Suspense>
      </ColumnLayout>
      <HomeInformation home={home} />
      {home && (
        <Box maw="44rem" mt="lg">
          <SlideShow slides={home.slides} />
        </Box>
      )}
    </>
  );
}

function HomeInformation({ home }: HomeProps) {
  if (!home) return <HomeLoading />;
  return (
    <>
      <NextDeadline deadlines={home.deadlines} />
      <ColumnLayout widths={wideAndNarrow} mb="lg">
        <div id="faq">
          <FaqSection faq={home.faq} />
        </div>
        <SimpleGrid cols={{ base: 1, sm: 2, md: 1 }} spacing="lg">
          <DeadlineCard deadlines={home.deadlines} />
          <OfficeCard office={home.department.office} />
        </SimpleGrid>
      </ColumnLayout>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg" className={classes.messages}>
        {home.messages.map((message) => (
          <MessageCard key={message.from} message={message} />
        ))}
      </SimpleGrid>
    </>
  );
}
