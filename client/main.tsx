// Import Mantine's styles first, so that the portal's CSS, imported later, overrides them.
import './styles.ts';

import { useEffect } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { findHome } from '#contract/content.ts';
import {
  appStartedEvent,
  canHydratePage,
  getPrerenderedReplyTime,
  readPageData,
} from './api/page-data.ts';
import { buildQueryOptions, queryClient } from './api/queries.ts';
import { getSession } from './api/session.ts';
import { showPendingToast } from './api/toast.ts';
import { Application } from './application.tsx';
import { loadWhenIdle } from './layout/lazy-part.ts';
import { prefetchOnIntent, sendFirstRequests } from './prefetch.ts';
import { findPage } from './route-table.ts';
import { buildRoutes, loadPage } from './routes.tsx';

/** Dispatches `appStartedEvent` on mount, when the page has become interactive. */
function StartSignal() {
  useEffect(() => {
    showPendingToast();
    document.documentElement.dataset.begun = '';
    document.dispatchEvent(new Event(appStartedEvent));
  }, []);
  return null;
}

/** Fetches the missing session data if only the token is stored. Imports the required code only in that case. */
async function completeSession() {
  const token = getSession() ? null : localStorage.getItem('token');
  if (!token) return;
  const load = await import('./session/complete-session.ts');
  await load.loadSessionDetails(token);
}

const watchFocus = async () => {
  const code = await import('./reveal-focus.ts');
  code.keepFocusVisible();
};

/**
 * Loads the code that keeps the focused element visible. For logged-in users, loads it as soon as the browser is idle,
 * because their first click may open a dialog. For visitors, loads it when an element first receives the focus.
 */
function watchFocusWhenUsed() {
  const watch = () => watchFocus().catch(() => {});
  if (getSession()) void loadWhenIdle(watch)();
  else addEventListener('focusin', watch, { once: true });
}

async function start(root: HTMLElement) {
  // If the session data cannot be fetched, ignore the error and render the page as for a visitor. A reload tries again.
  await completeSession().catch(() => {});
  const data = readPageData();
  for (const [path, reply] of Object.entries(data?.replies ?? {})) {
    queryClient.setQueryData([path, {}], reply, { updatedAt: getPrerenderedReplyTime(data) });
  }
  // Every page needs the reply of `findHome`, so request it while the page's code loads.
  void queryClient.prefetchQuery(buildQueryOptions(findHome));

  const page = findPage(location.pathname);
  // Ignore the error, because the router shows it if the page's code fails to load.
  if (page) sendFirstRequests(page).catch(() => {});
  const continues = data && page && root.hasChildNodes() && canHydratePage();
  const ready = continues ? { page, ...(await loadPage(page)) } : undefined;
  // With hydration data, the router keeps the scroll position instead of scrolling to the top.
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
  watchFocusWhenUsed();
}

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element with the id "root".');
void start(root);
