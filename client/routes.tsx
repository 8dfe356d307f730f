import { Navigate, type RouteObject, useLocation } from 'react-router';
import { paths } from '#contract/paths.ts';
import { getTypedPath } from '#contract/unknown-path.ts';
import type { GetPrefetchRequests } from './api/prefetch-requests.ts';
import { useSession } from './api/session/session.ts';
import { getPageFile, type Page } from './feature.ts';
import { pages } from './features.ts';
import { BareErrorPage, ErrorPage } from './layout/error-page.tsx';
import { PageLayout } from './layout/page-layout.tsx';
import { redirects } from './route-table.ts';
import { buildEmailLink, parseEmailLink } from './session/email-link.ts';
import { LoadingCards } from './ui/state/loading.tsx';

type PageModule = {
  Component: React.ComponentType;
  getPrefetchRequests?: GetPrefetchRequests;
};

const modules = import.meta.glob<PageModule>(['./pages/*.tsx', './*/*-page.tsx', '!./layout/*']);

export function loadPage(page: Page) {
  const load = modules[`./${getPageFile(page)}.tsx`];
  if (!load) throw new Error(`There is no page for ${page.path}.`);
  return load();
}

async function loadComponent(page: Page) {
  const { Component } = await loadPage(page);
  return { Component };
}

/** Redirects to the home page, which says that the path is unknown, except for a link from an email with an encoded `#`. */
function UnknownPath() {
  const typed = getTypedPath(useLocation());
  const link = parseEmailLink(typed);
  return link ? (
    <Navigate to={buildEmailLink(link)} replace />
  ) : (
    <Navigate to={paths.home} state={{ unknownPath: typed }} replace />
  );
}

type RedirectProps = { to: string; requiresLogin: boolean };

/** Keeps the query and the hash. */
function Redirect({ to, requiresLogin }: RedirectProps) {
  const { search, hash } = useLocation();
  const mustLogIn = useSession() === undefined && requiresLogin;
  const next = to + search + hash;
  return mustLogIn ? (
    <Navigate to={paths.login} replace state={{ next }} />
  ) : (
    <Navigate to={next} replace />
  );
}

const Fallback = () => <LoadingCards cards={2} />;

/** Builds the routes. `ready` is a page whose code has already loaded, so that it renders synchronously. */
export function buildRoutes(ready?: { page: Page; Component: React.ComponentType }): RouteObject[] {
  const pageRoutes = pages.map((page) => ({
    path: page.path,
    ErrorBoundary: ErrorPage,
    ...(page === ready?.page
      ? { Component: ready.Component }
      : {
          lazy: () => loadComponent(page),
          HydrateFallback: Fallback,
        }),
  }));
  const redirectRoutes = Object.entries(redirects).map(([path, to]) => ({
    path,
    element: <Redirect to={to} requiresLogin={path === paths.desk} />,
  }));
  return [
    {
      Component: PageLayout,
      ErrorBoundary: BareErrorPage,
      children: [...pageRoutes, ...redirectRoutes, { path: '*', Component: UnknownPath }],
    },
  ];
}
