import { Button, Group } from '@mantine/core';
import { useEffect, useState } from 'react';
import { isRouteErrorResponse, useRouteError } from 'react-router';
import { isServerReachable, waitForServer } from '#client/api/connection.ts';
import { paths } from '#client/paths.ts';
import { PageHeader } from '#client/ui/page-header.tsx';
import { EmptyState } from '#client/ui/state/empty-state.tsx';
import classes from './page-layout.module.css';

/** Browsers have a text each for a chunk that could not be loaded; after an update old chunks are deleted. */
const lostChunk =
  /dynamically imported module|importing a module script|error loading|unable to preload/i;

/** Reloads a page whose code could not be loaded, once the server replies. Returns true until then. */
function useReloadOnceReachable(isLost: boolean): boolean {
  const [isOffline, setIsOffline] = useState(false);
  useEffect(() => {
    if (!isLost) return;
    const leaving = new AbortController();
    const recover = async () => {
      // While the server replies, a reload by itself could repeat for ever.
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

/** In place of a page that broke, or whose code could not be loaded. Loading the page again mends the latter. */
export function ErrorPage() {
  const error = useRouteError();
  const isLost = error instanceof Error && lostChunk.test(error.message);
  const isOffline = useReloadOnceReachable(isLost);
  const reason = isRouteErrorResponse(error) ? error.statusText : undefined;
  return (
    <div role="alert">
      <PageHeader title={isLost ? 'This page could not be loaded' : 'This page broke'} />
      <EmptyState
        drawing="broken"
        title={
          isOffline
            ? 'There is no connection to the portal'
            : isLost
              ? 'The portal may just have been updated'
              : 'Something on this page failed'
        }
        action={
          <Group justify="center" gap="sm">
            <Button onClick={() => location.reload()}>Load again</Button>
            <Button variant="default" component="a" href={paths.home}>
              To the home page
            </Button>
          </Group>
        }
      >
        {reason ??
          (isOffline
            ? 'The page opens by itself when the connection is back.'
            : isLost
              ? 'Check your connection, then load the page again.'
              : 'Load the page again. If it happens once more, tell the FYP office what you were doing.')}
      </EmptyState>
    </div>
  );
}

/** When the layout itself broke: the same, without navigation bar and footer. */
export function BareErrorPage() {
  return (
    <main className={classes.main}>
      <ErrorPage />
    </main>
  );
}
