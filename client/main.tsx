// Import the styles first: the portal's CSS must come after Mantine's to override it.
import './styles.ts';

import { useEffect } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { findHome } from '#contract/content.ts';
import { appStartedEvent, canHydrate, getReplyTime, readPageData } from './api/page-data.ts';
import { query, queryClient } from './api/queries.ts';
import { getSession } from './api/session.ts';
import { showCarriedToast } from './api/toast.ts';
import { Application } from './application.tsx';
import { loadAfterPage } from './layout/lazy-part.ts';
import { prefetchOnIntent, sendFirstRequests } from './prefetch.ts';
import { findPage } from './route-table.ts';
import { buildRoutes, loadPage } from './routes.tsx';

/** Announces that the page is interactive. */
function StartSignal() {
  useEffect(() => {
    showCarriedToast();
    document.documentElement.dataset.begun = '';
    document.dispatchEvent(new Event(appStartedEvent));
  }, []);
  return null;
}

/** Fetches the missing parts of a stored session. Visitors do not load this code. */
async function completeSession() {
  const token = getSession() ? null : localStorage.getItem('token');
  if (!token) return;
  const load = await import('./session/complete-session.ts');
  await load.completeSession(token);
}

const watchFocus = async () => {
  const code = await import('./reveal-focus.ts');
  code.watchFocus();
};

/** Loads the code at once for users, who may open a dialog with their first click, and on first focus for visitors. */
function watchFocusWhenUsed() {
  const watch = () => watchFocus().catch(() => {});
  if (getSession()) void loadAfterPage(watch)();
  else addEventListener('focusin', watch, { once: true });
}

async function start(root: HTMLElement) {
  // If the server cannot be reached, show the page for visitors until the next load.
  await completeSession().catch(() => {});
  const data = readPageData();
  for (const [path, reply] of Object.entries(data?.replies ?? {})) {
    queryClient.setQueryData([path, {}], reply, { updatedAt: getReplyTime(data) });
  }
  // Every page needs this data. Request it while the page's code loads.
  void queryClient.prefetchQuery(query(findHome));

  const page = findPage(location.pathname);
  // The router reports a page that fails to load.
  if (page) sendFirstRequests(page).catch(() => {});
  const continues = data && page && root.hasChildNodes() && canHydrate();
  const ready = continues ? { page, ...(await loadPage(page)) } : undefined;
  // With hydration data the router keeps the scroll position. Without it the router scrolls to the top.
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
