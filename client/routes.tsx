import { createBrowserRouter, Navigate, type RouteObject } from 'react-router';
import { BareErrorPage, ErrorPage } from './layout/error-page.tsx';
import { PageLayout } from './layout/page-layout.tsx';
import { type PageKey, pages, paths, redirects } from './paths.ts';
import { LoadingCards } from './ui/state/loading.tsx';

/** Each page is a chunk of its own, loaded when it is opened. */
const modules: Record<PageKey, RouteObject['lazy']> = {
  home: () => import('./pages/home.tsx'),
  login: () => import('./pages/login.tsx'),
  signup: () => import('./pages/signup.tsx'),
  developers: () => import('./pages/developers.tsx'),
  faculty: () => import('./pages/faculty.tsx'),
  students: () => import('./pages/students.tsx'),
  proposal: () => import('./pages/proposal.tsx'),
  courses: () => import('./pages/coursera.tsx'),
  categories: () => import('./pages/fypcategories.tsx'),
  admin: () => import('./pages/admin.tsx'),
};

const Fallback = () => <LoadingCards cards={2} />;

const pageRoutes = (Object.keys(modules) as PageKey[]).map((key) => ({
  path: pages[key].path,
  lazy: modules[key],
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
