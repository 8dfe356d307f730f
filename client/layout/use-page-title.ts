import { useMenuLabels } from '#client/api/portal.ts';
import { getPageTitle } from '#client/feature.ts';
import { findPage } from '#client/route-table.ts';

/** Returns the title of a page of the navigation bar, for its heading and for links to it. */
export function usePageTitle(path: string): string {
  const labels = useMenuLabels();
  const page = findPage(path);
  return page ? getPageTitle(page, labels) : '';
}
