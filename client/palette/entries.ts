import { getPageLabel, type PaletteEntry } from '#client/feature.ts';
import type { Place } from '#client/layout/navigation/places.ts';
import { listNavigationPages } from '#client/route-table.ts';
import { paths } from '#contract/paths.ts';
import type { Modules } from '#contract/settings/modules.ts';
import type { MenuLabels } from '#contract/settings/portal-names.ts';
import type { Role } from '#contract/values/roles.ts';
import { matchesSearchTerms, parseSearchTerms } from '#contract/values/search-form.ts';

/** Lists the given places and the pages of the role's navigation bar, each path once. */
export function listPageEntries(
  role: Role,
  places: readonly Place[],
  modules: Modules,
  labels: MenuLabels,
): PaletteEntry[] {
  const entries = [
    ...places.map(({ to, label }) => ({ to, label })),
    ...listNavigationPages(role, modules).map((page) => ({
      to: page.path,
      label: getPageLabel(page, labels),
    })),
    { to: paths.notices, label: 'Notifications' },
  ];
  return entries.filter(({ to }, index) => entries.findIndex((each) => each.to === to) === index);
}

/** Returns the entries in which every word of the query occurs. */
export function filterEntries(entries: readonly PaletteEntry[], query: string): PaletteEntry[] {
  const terms = parseSearchTerms(query);
  return entries.filter(({ label, detail = '', words = '' }) =>
    matchesSearchTerms(terms, [label, detail, words]),
  );
}
