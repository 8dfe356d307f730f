import { Navigate, type RouteObject, useLocation } from 'react-router';
import type { FirstReads } from './api/first-reads.ts';
import { BareErrorPage, ErrorPage } from './layout/error-page.tsx';
import { PageLayout } from './layout/page-layout.tsx';
import { fileOf, type Page, pages, paths, redirects } from './paths.ts';
import { LoadingCards } from './ui/state/loading.tsx';

type PageModule = {
  Component: React.ComponentType;
  firstReads?: FirstReads;
};

/** Each page is a chunk of its own, loaded when it is opened: `/admin` is `pages/admin.tsx`. */
const modules = import.meta.glob<PageModule>('./pages/*.tsx');

/** The code of a page, loaded once. */
export function loadPage(page: Page) {
  const load = modules[`./pages/${fileOf(page)}.tsx`];
  if (!load) throw new Error(`There is no page for ${page.path}.`);
  return load();
}

async function drawingOf(page: Page) {
  const { Component } = await loadPage(page);
  return { Component };
}

/** The home page says which path does not exist. */
function UnknownPath() {
  const { pathname } = useLocation();
  return <Navigate to={paths.home} state={{ unknownPath: pathname }} replace />;
}

const Fallback = () => <LoadingCards cards={2} />;

/** `ready`: a page whose code is there already, so that it is drawn at once. */
export function routesWith(ready?: { page: Page; Component: React.ComponentType }): RouteObject[] {
  const pageRoutes = Object.values<Page>(pages).map((page) => ({
    path: page.path,
    ErrorBoundary: ErrorPage,
    ...(page === ready?.page
      ? { Component: ready.Component }
      : {
          lazy: () => drawingOf(page),
          HydrateFallback: Fallback,
        }),
  }));
  const redirectRoutes = Object.entries(redirects).map(([path, to]) => ({
    path,
    element: <Navigate to={to} replace />,
  }));
  return [
    {
      Component: PageLayout,
      ErrorBoundary: BareErrorPage,
      children: [...pageRoutes, ...redirectRoutes, { path: '*', Component: UnknownPath }],
    },
  ];
}
