// First, so that the portal's own rules come after Mantine's and win where they say the same.
import './styles.ts';

import { useEffect } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { findHome } from '#contract/content.ts';
import { begunEvent, canContinue, readPageData, repliedAt } from './api/page-data.ts';
import { query, queryClient } from './api/queries.ts';
import { getSession } from './api/session.ts';
import { showCarriedToast } from './api/toast.ts';
import { Application } from './application.tsx';
import { afterPage } from './layout/lazy-part.ts';
import { pageAt } from './paths.ts';
import { askFirst, prefetchOnIntent } from './prefetch.ts';
import { loadPage, routesWith } from './routes.tsx';

/** Once the page is the application's: it may change, and whatever is pressed has an effect. */
function Begun() {
  useEffect(() => {
    showCarriedToast();
    document.documentElement.dataset.begun = '';
    document.dispatchEvent(new Event(begunEvent));
  }, []);
  return null;
}

/** A visitor's browser does not load the code for this. */
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

/** Somebody who is signed in may open a dialog with their first click; a visitor's page may be read only. */
function watchFocusWhenUsed() {
  const watch = () => watchFocus().catch(() => {});
  if (getSession()) void afterPage(watch)();
  else addEventListener('focusin', watch, { once: true });
}

async function start(root: HTMLElement) {
  // Without the server, the page is a visitor's until it is loaded again.
  await completeSession().catch(() => {});
  const data = readPageData();
  for (const [path, reply] of Object.entries(data?.replies ?? {})) {
    queryClient.setQueryData([path, {}], reply, { updatedAt: repliedAt(data) });
  }
  // Every page shows something of it, and the page's own code is still on its way.
  void queryClient.prefetchQuery(query(findHome));

  const page = pageAt(location.pathname);
  // A page that cannot be loaded is the router's to report.
  if (page) askFirst(page).catch(() => {});
  const continues = data && page && root.hasChildNodes() && canContinue();
  const ready = continues ? { page, ...(await loadPage(page)) } : undefined;
  // A router that continues a page leaves it where somebody has scrolled to; any other one begins at its top.
  const options = ready && { hydrationData: { loaderData: {} } };
  const router = createBrowserRouter(routesWith(ready), options);
  const application = (
    <Application queryClient={queryClient} drawn={ready && data}>
      <RouterProvider router={router} />
      <Begun />
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
