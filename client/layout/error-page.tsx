import { Button, Group } from '@mantine/core';
import { useEffect, useState } from 'react';
import { isRouteErrorResponse, useRouteError } from 'react-router';
import { isServerReachable, waitForServer } from '#client/api/connection/connection.ts';
import { PageHeader } from '#client/ui/page-header.tsx';
import { EmptyState } from '#client/ui/state/empty-state.tsx';
import { paths } from '#contract/paths.ts';
import classes from './page-layout.module.css';

/** Messages for a chunk that failed to load, for example because an update of the portal deleted it. */
const chunkErrorPattern =
  /dynamically imported module|importing a module script|error loading|unable to preload/i;

/** If the page's code failed to load, waits for the server and reloads. Returns true while waiting. */
function useReloadOnceReachable(isLost: boolean): boolean {
  const [isOffline, setIsOffline] = useState(false);
  useEffect(() => {
    if (!isLost) return;
    const leaving = new AbortController();
    const recover = async () => {
      // If the first check reaches the server, do not reload: loading could fail again, in an endless loop.
      if (await isServerReachable()) return;
      setIsOffline(true);
      await waitForServer(leaving.signal);
      location.reload();
    };
    recover().catch(() => {});
    return () => leaving.abort();
  }, [isLost]);
  return isOffline;
}

/** Shown instead of a page that threw an error or whose code failed to load. */
export function ErrorPage() {
  const error = useRouteError();
  const isLost = error instanceof Error && chunkErrorPattern.test(error.message);
  const isOffline = useReloadOnceReachable(isLost);
  const reason = isRouteErrorResponse(error) ? error.statusText : undefined;
  return (
    <div role="alert">
      <PageHeader title={isLost ? 'Couldn’t load this page' : 'Something went wrong'} />
      <EmptyState
        drawing="broken"
        title={
          isOffline
            ? 'No connection to the portal'
            : isLost
              ? 'The portal may just have been updated'
              : 'This page has an error'
        }
        action={
          <Group justify="center" gap="sm">
            <Button onClick={() => location.reload()}>Reload</Button>
            <Button variant="default" component="a" href={paths.home}>
              Go to the home page
            </Button>
          </Group>
        }
      >
        {reason ??
          (isOffline
            ? 'The page opens automatically when you’re back online.'
            : isLost
              ? 'Check your connection, then reload the page.'
              : 'Reload the page. If the error happens again, contact the FYP office and say what you were doing.')}
      </EmptyState>
    </div>
  );
}

/** Error page for errors in the layout itself. */
export function BareErrorPage() {
  return (
    <main className={classes.main}>
      <ErrorPage />
    </main>
  );
}
