// Sends the first requests of a page before the page renders, and prefetches linked pages on hover, focus or touch.

import { findHome } from '#contract/settings/content.ts';
import { sendRequest } from './api/connection/send.ts';
import { getModules } from './api/portal.ts';
import type { PrefetchRequest } from './api/prefetch-requests.ts';
import { buildQueryKey, buildQueryOptions, queryClient } from './api/queries.ts';
import { getSession } from './api/session/session.ts';
import type { Page } from './feature.ts';
import { decideAccess, findPage } from './route-table.ts';
import { loadPage } from './routes.tsx';

const eventTypes = ['pointerover', 'focusin', 'touchstart'];
const prefetchedPaths = new Set<string>();

function isSaveDataOn(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  return connection?.saveData === true;
}

const isOpen = (page: Page) => decideAccess(page, getSession()?.role, getModules()) === 'open';

/** Returns undefined for downloads, other sites, links that open a new tab, the current page, and forbidden pages. */
function findLinkedPage(link: HTMLAnchorElement): Page | undefined {
  const { origin, pathname } = new URL(link.href, location.href);
  if (origin !== location.origin || pathname === location.pathname) return undefined;
  if (link.target === '_blank' || link.hasAttribute('download')) return undefined;
  const page = findPage(pathname);
  return page && isOpen(page) ? page : undefined;
}

async function loadPrefetchRequests(page: Page): Promise<readonly PrefetchRequest[]> {
  const { getPrefetchRequests } = await loadPage(page);
  const home = queryClient.getQueryData(buildQueryOptions(findHome).queryKey);
  return (
    getPrefetchRequests?.({ session: getSession(), hasCohorts: home?.hasCohorts === true }) ?? []
  );
}

export async function sendFirstRequests(page: Page): Promise<void> {
  if (!isOpen(page)) return;
  const reads = await loadPrefetchRequests(page);
  await Promise.all(
    reads.map(({ endpoint, input }) =>
      queryClient.prefetchQuery(buildQueryOptions(endpoint, input as never)),
    ),
  );
}

/** Loads a page's code and sends its first requests. Uses `sendRequest`, because `call` may open the login dialog. */
async function prefetch(page: Page): Promise<void> {
  const requests = await loadPrefetchRequests(page);
  const token = getSession()?.token;
  const reads = requests.map(async ({ endpoint, input }) => {
    const key = buildQueryKey(endpoint, input as never);
    if (endpoint.method !== 'GET' || queryClient.getQueryState(key)) return;
    const { status, body } = await sendRequest(endpoint, input, token);
    const isWanted = status === 200 && getSession()?.token === token;
    // If the page itself has fetched this data during the prefetch, keep the page's newer reply.
    if (isWanted && !queryClient.getQueryState(key)?.data) queryClient.setQueryData(key, body);
  });
  await Promise.all(reads);
}

function prefetchLinkedPage({ target }: Event) {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
  const page = link && !isSaveDataOn() ? findLinkedPage(link) : undefined;
  if (!page || prefetchedPaths.has(page.path)) return;
  prefetchedPaths.add(page.path);
  // Ignore the error, because clicking the link repeats the request and shows its error.
  prefetch(page).catch(() => prefetchedPaths.delete(page.path));
}

export function prefetchOnIntent() {
  for (const eventType of eventTypes)
    document.addEventListener(eventType, prefetchLinkedPage, { passive: true });
}
