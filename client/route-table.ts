import { mayAccess } from '#contract/endpoint.ts';
import { paths } from '#contract/paths.ts';
import type { Role } from '#contract/values/roles.ts';
import type { Page } from './feature.ts';
import { pages } from './features.ts';

/** Returns the pages in the role's navigation bar (spec 2). */
export const listNavigationPages = (role: Role): Page[] =>
  listOrderedPages(({ navigation }) => navigation?.[role]);

export const listOrderedPages = (getOrder: (page: Page) => number | undefined): Page[] =>
  pages.filter(getOrder).sort((a, b) => Number(getOrder(a)) - Number(getOrder(b)));

/** Short paths that the FAQ mentions, and the paths to which they redirect. */
export const redirects = { '/home': paths.home, '/courseracourses': paths.courses } as const;

/** Decodes a path. Like the router, returns a path with malformed escapes unchanged. */
function decodePath(pathname: string): string {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
}

/** Returns the page at a path, or undefined if there is none. Uses the router's matching rules. */
export function findPage(pathname: string): Page | undefined {
  const path = decodePath(pathname)
    .toLowerCase()
    .replace(/(.)\/+$/, '$1');
  return pages.find((page) => page.path === path || matchesPattern(page.path, path));
}

function matchesPattern(pattern: string, path: string): boolean {
  const [start, parameter] = pattern.split(':');
  if (parameter === undefined || start === undefined) return false;
  return (
    path.startsWith(start) && path.length > start.length && !path.slice(start.length).includes('/')
  );
}

/** Returns whether a role may open a page. The role is undefined if there is no session. */
export function decideAccess(page: Page, role: Role | undefined): 'open' | 'log-in' | 'refuse' {
  if (mayAccess(page.access, role)) return 'open';
  return role === undefined ? 'log-in' : 'refuse';
}
