// What a page asks first is asked beside the drawing of it; of a link that is about to be used, before it is pressed.

import { findHome } from '#contract/content.ts';
import type { FirstRead } from './api/first-reads.ts';
import { keyOf, query, queryClient } from './api/queries.ts';
import { send } from './api/send.ts';
import { getSession } from './api/session.ts';
import { decide, type Page, pageAt } from './paths.ts';
import { loadPage } from './routes.tsx';

const signs = ['pointerover', 'focusin', 'touchstart'];
const fetched = new Set<string>();

/** Whoever saves data gets what they ask for and no more. */
function savesData(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  return connection?.saveData === true;
}

/** The page that a link leads to; undefined outside of the portal, for a file, and where the person may not go. */
function pageOf(link: HTMLAnchorElement): Page | undefined {
  const { origin, pathname } = new URL(link.href, location.href);
  if (origin !== location.origin || pathname === location.pathname) return undefined;
  if (link.target === '_blank' || link.hasAttribute('download')) return undefined;
  const page = pageAt(pathname);
  return page && decide(page, getSession()?.role) === 'open' ? page : undefined;
}

async function firstReadsOf(page: Page): Promise<readonly FirstRead[]> {
  const { firstReads } = await loadPage(page);
  const home = queryClient.getQueryData(query(findHome).queryKey);
  return firstReads?.({ session: getSession(), hasCohorts: home?.hasCohorts === true }) ?? [];
}

/** Of the page that is being opened: its replies come while it is drawn. */
export async function askFirst(page: Page): Promise<void> {
  if (decide(page, getSession()?.role) !== 'open') return;
  const reads = await firstReadsOf(page);
  await Promise.all(
    reads.map(({ endpoint, input }) => queryClient.prefetchQuery(query(endpoint, input as never))),
  );
}

/** Not by `call`: somebody whose session has expired is asked to log in when they open the page, not before. */
async function prefetch(page: Page): Promise<void> {
  const firstReads = await firstReadsOf(page);
  const token = getSession()?.token;
  const reads = firstReads.map(async ({ endpoint, input }) => {
    const key = keyOf(endpoint, input as never);
    if (endpoint.method !== 'GET' || queryClient.getQueryState(key)) return;
    const { status, body } = await send(endpoint, input, token);
    const isWanted = status === 200 && getSession()?.token === token;
    // What the page itself has asked meanwhile is newer.
    if (isWanted && !queryClient.getQueryState(key)?.data) queryClient.setQueryData(key, body);
  });
  await Promise.all(reads);
}

function hint({ target }: Event) {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
  const page = link && !savesData() ? pageOf(link) : undefined;
  if (!page || fetched.has(page.path)) return;
  fetched.add(page.path);
  // Whoever presses the link gets the message; until then nobody has asked for anything.
  prefetch(page).catch(() => fetched.delete(page.path));
}

export function prefetchOnIntent() {
  for (const sign of signs) document.addEventListener(sign, hint, { passive: true });
}
