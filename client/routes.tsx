import { createBrowserRouter, Navigate, type RouteObject } from 'react-router';
import { BareErrorPage, ErrorPage } from './layout/error-page.tsx';
import { PageLayout } from './layout/page-layout.tsx';
import { type Page, pages, paths, redirects } from './paths.ts';
import { LoadingCards } from './ui/state/loading.tsx';

/** Each page is a chunk of its own, loaded when it is opened: `/admin` is `pages/admin.tsx`. */
const modules = import.meta.glob<Record<string, unknown>>('./pages/*.tsx');

function moduleOf({ path, file }: Page): RouteObject['lazy'] {
  const load = modules[`./pages/${file ?? (path.slice(1) || 'home')}.tsx`];
  if (!load) throw new Error(`There is no page for ${path}.`);
  return load;
}

const Fallback = () => <LoadingCards cards={2} />;

const pageRoutes = Object.values<Page>(pages).map((page) => ({
  path: page.path,
  lazy: moduleOf(page),
  HydrateFallback: Fallback,
  ErrorBoundary: ErrorPage,
}));

const redirectRoutes = Object.entries({ ...redirects, '*': paths.home }).map(([path, to]) => ({
  path,
  element: <Navigate to={to} replace />,
}));

export const router = createBrowserRouter([
  {
    Component: PageLayout,
    ErrorBoundary: BareErrorPage,
    children: [...pageRoutes, ...redirectRoutes],
  },
]);
