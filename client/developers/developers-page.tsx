import { Paper, SimpleGrid, Stack } from '@mantine/core';
import { Suspense } from 'react';
import { createPrefetchRequest, type GetPrefetchRequests } from '#client/api/prefetch-requests.ts';
import { useSession } from '#client/api/session/session.ts';
import { useRead } from '#client/api/use-read.ts';
import { lazyExtra, lazyPart } from '#client/layout/lazy-part.tsx';
import { usePageTitle } from '#client/layout/use-page-title.ts';
import { PageHeader } from '#client/ui/page-header.tsx';
import { EmptyState } from '#client/ui/state/empty-state.tsx';
import { Loaded } from '#client/ui/state/loaded.tsx';
import { LoadingCards } from '#client/ui/state/loading.tsx';
import type { EndpointReply } from '#contract/endpoint.ts';
import { paths } from '#contract/paths.ts';
import { findDevelopers } from '#contract/settings/developers.ts';
import { DeveloperCard } from './developer-card.tsx';
import { useStoredDevelopers } from './use-stored-developers.ts';

// Load the form lazily, because only admins see it.
const DeveloperForm = lazyPart(async () => (await import('./developer-form.tsx')).DeveloperForm);
const RemoveButton = lazyExtra(async () => (await import('./remove-button.tsx')).RemoveButton);

export const getPrefetchRequests: GetPrefetchRequests = () => [
  createPrefetchRequest(findDevelopers),
];

export function Component() {
  const read = useRead(findDevelopers, {}, { failure: 'Couldn’t load the developers' });
  return (
    <>
      <PageHeader title={usePageTitle(paths.developers)} />
      <Loaded read={read} loading={<LoadingCards cards={2} height={200} />}>
        {({ developers }) => <Developers developers={developers} />}
      </Loaded>
    </>
  );
}

function Developers({ developers }: EndpointReply<typeof findDevelopers>) {
  const isAdmin = useSession()?.role === 'admin';
  const ownDevelopers = useStoredDevelopers();
  return (
    <Stack gap="xl">
      {developers.length + ownDevelopers.length > 0 ? (
        <SimpleGrid component="ul" minColWidth="min(100%, 21rem)" spacing="lg" className="plain">
          {developers.map((developer) => (
            <DeveloperCard key={developer.name} developer={developer} />
          ))}
          {ownDevelopers.map(({ entry, place }) => (
            <DeveloperCard key={place} developer={entry}>
              {isAdmin && (
                <Suspense>
                  <RemoveButton name={entry.name} place={place} />
                </Suspense>
              )}
            </DeveloperCard>
          ))}
        </SimpleGrid>
      ) : (
        <EmptyState title="No developers yet" drawing="people" />
      )}
      {isAdmin && (
        <Suspense fallback={<Paper mih="30rem" />}>
          <DeveloperForm />
        </Suspense>
      )}
    </Stack>
  );
}
