import { Paper, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { messageOf } from '#client/api/problems.ts';
import { query } from '#client/api/queries.ts';
import { useSession } from '#client/api/session.ts';
import { DeveloperCard } from '#client/developers/developer-card.tsx';
import classes from '#client/developers/developers.module.css';
import { useStoredDevelopers } from '#client/developers/use-stored-developers.ts';
import { PageHeader } from '#client/ui/page-header.tsx';
import { EmptyState } from '#client/ui/state/empty-state.tsx';
import { ErrorState } from '#client/ui/state/error-state.tsx';
import { LoadingCards } from '#client/ui/state/loading.tsx';
import { findDevelopers } from '#contract/content.ts';

/** What only an admin sees, and nobody else loads. */
const DeveloperForm = lazy(() =>
  import('#client/developers/developer-form.tsx').then(({ DeveloperForm }) => ({
    default: DeveloperForm,
  })),
);
const RemoveButton = lazy(() =>
  import('#client/developers/remove-button.tsx').then(({ RemoveButton }) => ({
    default: RemoveButton,
  })),
);

export function Component() {
  const isAdmin = useSession()?.role === 'admin';
  const { data, error, refetch, isFetching } = useQuery(query(findDevelopers));
  const own = useStoredDevelopers();
  const count = (data?.developers.length ?? 0) + own.length;
  return (
    <>
      <PageHeader title="Developers" description="The people who built this portal." />
      {data ? (
        <Stack gap="xl">
          {count > 0 ? (
            <ul className={`plain ${classes.cards}`}>
              {data.developers.map((developer) => (
                <DeveloperCard key={developer.name} developer={developer} />
              ))}
              {own.map(({ entry, place }) => (
                <DeveloperCard key={place} developer={entry}>
                  {isAdmin && (
                    <Suspense>
                      <RemoveButton name={entry.name} place={place} />
                    </Suspense>
                  )}
                </DeveloperCard>
              ))}
            </ul>
          ) : (
            <EmptyState title="Nobody is listed yet" drawing="people" />
          )}
          {isAdmin && (
            <Suspense fallback={<Paper mih="30rem" />}>
              <DeveloperForm />
            </Suspense>
          )}
        </Stack>
      ) : error ? (
        <ErrorState
          message={messageOf(error, 'The developers could not be loaded.')}
          onRetry={() => refetch()}
          isRetrying={isFetching}
        />
      ) : (
        <LoadingCards cards={2} height={200} />
      )}
    </>
  );
}
