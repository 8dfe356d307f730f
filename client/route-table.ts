import { mayAccess } from '#contract/endpoint.ts';
import { paths } from '#contract/paths.ts';
import { isModuleEnabled, type Modules } from '#contract/settings/modules.ts';
import type { Role } from '#contract/values/roles.ts';
import type { Page } from './feature.ts';
import { pages } from './features.ts';

/** Returns the pages in the role's navigation bar (spec 2), without those of modules that are switched off. */
export const listNavigationPages = (role: Role, modules: Modules): Page[] =>
  pages
    .filter(({ navigation, module }) => navigation?.[role] && isModuleEnabled(modules, module))
    .sort((a, b) => Number(a.navigation?.[role]) - Number(b.navigation?.[role]));

/** Short paths that the FAQ mentions and the path of the desk, with the paths to which they redirect. */
export const redirects = {
  '/home': paths.home,
  '/courseracourses': paths.courses,
  [paths.desk]: paths.home,
} as const;

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
export function decideAccess(
  page: Page,
  role: Role | undefined,
  modules: Modules,
): 'open' | 'log-in' | 'module-off' | 'refuse' {
  const isAllowed = mayAccess(page.access, role);
  if (!isAllowed && role === undefined) return 'log-in';
  if (!isModuleEnabled(modules, page.module)) return 'module-off';
  return isAllowed ? 'open' : 'refuse';
}
