import { Box, SimpleGrid, Text } from '@mantine/core';
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
import { Welcome } from '#client/home/welcome.tsx';
import { lazyWithFallback } from '#client/layout/lazy-part.ts';
import { ColumnLayout } from '#client/ui/columns.tsx';
import { ErrorState } from '#client/ui/state/error-state.tsx';
import { findHome } from '#contract/settings/content.ts';

// Load the list of a logged-in user's tasks lazily, because other visitors never see it.
const Desk = lazyWithFallback(async () => (await import('#client/desk/desk.tsx')).Desk);

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
      {session && (
        <Box mb="lg">
          <Suspense fallback={<Box mih={{ base: '20.5rem', sm: '15.5rem' }} />}>
            <Desk most={5} />
          </Suspense>
        </Box>
      )}
      <ColumnLayout
        widths="minmax(0, 1fr) minmax(0, 1.1fr)"
        mb="lg"
        style={{ columnGap: '3rem', alignItems: 'stretch' }}
      >
        <Welcome home={home} />
        <SlideShow slides={home?.slides} />
      </ColumnLayout>
      {home ? (
        <>
          <NextDeadline deadlines={home.deadlines} />
          <ColumnLayout widths="minmax(0, 1.75fr) minmax(0, 1fr)">
            <div id="faq">
              <FaqSection faq={home.faq} />
            </div>
            <SimpleGrid cols={{ base: 1, sm: 2, md: 1 }} spacing="lg">
              <DeadlineCard deadlines={home.deadlines} />
              <OfficeCard office={home.department.office} />
            </SimpleGrid>
          </ColumnLayout>
          <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg" mt="lg" className={classes.messages}>
            {home.messages.map((message) => (
              <MessageCard key={message.from} message={message} />
            ))}
          </SimpleGrid>
        </>
      ) : (
        <HomeLoading />
      )}
    </>
  );
}
