// Import Mantine's styles first, so that the portal's CSS, which follows, overrides them.
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
import { loadWhenIdle } from './layout/lazy-part.ts';
import { prefetchOnIntent, sendFirstRequests } from './prefetch.ts';
import { findPage } from './route-table.ts';
import { buildRoutes, loadPage } from './routes.tsx';

/** Announces on mount that the page is interactive. */
function StartSignal() {
  useEffect(() => {
    showCarriedToast();
    document.documentElement.dataset.begun = '';
    document.dispatchEvent(new Event(appStartedEvent));
  }, []);
  return null;
}

/** Fetches the rest of a session of which only the token is stored. Visitors do not load the imported code. */
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

/**
 * For users, loads the code at once, because their first click may open a dialog. For visitors,
 * loads it on first focus.
 */
function watchFocusWhenUsed() {
  const watch = () => watchFocus().catch(() => {});
  if (getSession()) void loadWhenIdle(watch)();
  else addEventListener('focusin', watch, { once: true });
}

async function start(root: HTMLElement) {
  // If the server is unreachable, show the page as for visitors until it is reloaded.
  await completeSession().catch(() => {});
  const data = readPageData();
  for (const [path, reply] of Object.entries(data?.replies ?? {})) {
    queryClient.setQueryData([path, {}], reply, { updatedAt: getReplyTime(data) });
  }
  // Every page needs this data, so request it while the page's code loads.
  void queryClient.prefetchQuery(query(findHome));

  const page = findPage(location.pathname);
  // Ignore the error: the router shows it if the page's code fails to load.
  if (page) sendFirstRequests(page).catch(() => {});
  const continues = data && page && root.hasChildNodes() && canHydrate();
  const ready = continues ? { page, ...(await loadPage(page)) } : undefined;
  // Hydration data makes the router keep the scroll position instead of scrolling to the top.
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
