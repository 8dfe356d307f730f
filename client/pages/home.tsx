import { SimpleGrid, type SimpleGridProps, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, type ReactNode, Suspense } from 'react';
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
import { lazyPart } from '#client/layout/lazy-part.tsx';
import { ColumnLayout } from '#client/ui/columns.tsx';
import { PageHeader } from '#client/ui/page-header.tsx';
import { ErrorState } from '#client/ui/state/error-state.tsx';
import { LoadingCards } from '#client/ui/state/loading.tsx';
import type { EndpointReply } from '#contract/endpoint.ts';
import { findHome } from '#contract/settings/content.ts';
import type { Role } from '#contract/values/roles.ts';
import type { OwnDesk as OwnDeskType } from './home/own-desk.tsx';

// Load the desk of a logged-in user lazily, because visitors never see it. Without it, show the rest of the page.
const OwnDesk = lazyPart<ComponentProps<typeof OwnDeskType>>(
  async () => (await import('./home/own-desk.tsx')).OwnDesk,
  ({ children }) => children,
);

const wideAndNarrow = 'minmax(0, 1.75fr) minmax(0, 1fr)';

export function Component() {
  const session = useSession();
  const unknownPath: string | undefined = useLocation().state?.unknownPath;
  const { data: home, error, refetch, isFetching } = useQuery(buildQueryOptions(findHome));
  const failure = !home && error && (
    <ErrorState
      message={getErrorMessage(error, 'Couldn’t load the home page')}
      onRetry={() => refetch()}
      isRetrying={isFetching}
    />
  );
  return (
    <>
      {unknownPath && (
        <Text role="status" c="dimmed" className="breakable">
          There is no page at <bdi>{unknownPath}</bdi>, so this is the home page.
        </Text>
      )}
      {session ? (
        <OwnHome role={session.role}>{failure || <OwnInformation home={home} />}</OwnHome>
      ) : failure ? (
        <>
          <Welcome isLost />
          {failure}
        </>
      ) : (
        <VisitorHome home={home} />
      )}
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

/** Starts with the desk. The parts of the specified home page (spec 2) follow. */
const OwnHome = ({ role, children }: { role: Role; children: ReactNode }) => (
  <>
    <PageHeader title="Desk" mb="lg" />
    <Suspense fallback={<LoadingCards height={240} label="Loading your desk…" />}>
      <OwnDesk role={role}>{children}</OwnDesk>
    </Suspense>
  </>
);

/** The same parts as for visitors, arranged for people who come for their desk. */
function OwnInformation({ home }: HomeProps) {
  if (!home) return <HomeLoading />;
  return (
    <>
      <ColumnLayout
        widths="minmax(0, 1fr) minmax(0, 1.3fr)"
        style={{ alignItems: 'stretch', rowGap: 0 }}
      >
        <CompactWelcome home={home} />
        <NextDeadline deadlines={home.deadlines} />
      </ColumnLayout>
      <ColumnLayout widths={wideAndNarrow} mb="lg">
        <div id="faq">
          <FaqSection faq={home.faq} />
        </div>
        <SimpleGrid cols={{ base: 1, sm: 2, md: 1 }} spacing="lg">
          <DeadlineCard deadlines={home.deadlines} />
          <SlideShow slides={home.slides} />
        </SimpleGrid>
      </ColumnLayout>
      <Messages home={home} cols={{ base: 1, sm: 2, lg: 3 }}>
        <OfficeCard office={home.department.office} />
      </Messages>
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
      <Messages home={home} cols={{ base: 1, sm: 2 }} />
    </>
  );
}

type MessagesProps = Required<HomeProps> & Pick<SimpleGridProps, 'cols' | 'children'>;

const Messages = ({ home, cols, children }: MessagesProps) => (
  <SimpleGrid cols={cols} spacing="lg" className={classes.messages}>
    {home?.messages.map((message) => (
      <MessageCard key={message.from} message={message} />
    ))}
    {children}
  </SimpleGrid>
);
