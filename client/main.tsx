// Mantine's styles come first, so that the portal's CSS overrides them.
import './styles.ts';

import { useEffect } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { findHome } from '#contract/settings/content.ts';
import {
  appStartedEvent,
  canHydratePage,
  getPrerenderedReplyTime,
  readPageData,
} from './api/page-data.ts';
import { buildQueryOptions, queryClient } from './api/queries.ts';
import { safeStorage } from './api/session/safe-storage.ts';
import { getSession } from './api/session/session.ts';
import { showPendingToast } from './api/toast.ts';
import { Application } from './application.tsx';
import { prefetchOnIntent, sendFirstRequests } from './prefetch.ts';
import { keepFocusVisible } from './reveal-focus.ts';
import { findPage } from './route-table.ts';
import { buildRoutes, loadPage } from './routes.tsx';
import { keepTranslatedTexts } from './translated-texts.ts';

/** Signals that the page has become interactive. */
function StartSignal() {
  useEffect(() => {
    showPendingToast();
    document.documentElement.dataset.begun = '';
    document.dispatchEvent(new Event(appStartedEvent));
  }, []);
  return null;
}

/** Fetches missing session data if only the token is stored. */
async function completeSession() {
  const token = getSession() ? null : safeStorage.local.getItem('token');
  if (!token) return;
  const load = await import('./session/complete-session.ts');
  await load.loadSessionDetails(token);
}

async function start(root: HTMLElement) {
  keepTranslatedTexts();
  // After an error, render the page as for a visitor. A reload tries again.
  await completeSession().catch(() => {});
  const data = readPageData();
  for (const [path, reply] of Object.entries(data?.replies ?? {})) {
    queryClient.setQueryData([path, {}], reply, { updatedAt: getPrerenderedReplyTime(data) });
  }
  // Every page needs this reply. Request it while the page's code loads.
  void queryClient.prefetchQuery(buildQueryOptions(findHome));

  const page = findPage(location.pathname);
  // The router shows the error if the page's code fails to load.
  if (page) sendFirstRequests(page).catch(() => {});
  const continues = data && page && root.hasChildNodes() && canHydratePage();
  const ready = continues ? { page, ...(await loadPage(page)) } : undefined;
  // With hydration data, the router keeps the scroll position.
  const options = ready && { hydrationData: { loaderData: {} } };
  const router = createBrowserRouter(buildRoutes(ready), options);
  const application = (
    <Application queryClient={queryClient} prerenderValues={ready && data}>
      <RouterProvider router={router} />
      <StartSignal />
    </Application>
  );
  if (ready) hydrateRoot(root, application);
  else {
    document.getElementById('until-drawn')?.remove();
    root.replaceChildren();
    createRoot(root).render(application);
  }
  document.getElementById('until-own')?.remove();
  prefetchOnIntent();
  keepFocusVisible();
}

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element with the id "root".');
void start(root);
