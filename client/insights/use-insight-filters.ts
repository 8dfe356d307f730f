import { useFilters } from '#client/api/lists/use-filters.ts';
import { MarkDistributionFilter } from '#contract/insights.ts';

export function useInsightFilters() {
  const { shape } = MarkDistributionFilter;
  const all = useFilters(shape, ['program', 'category', 'supervisor']);
  const spread = useFilters(shape, ['milestone']);
  const { params, change, filter, unknown, showAll, remove } = all;
  return {
    filter,
    unknown,
    isNarrowed: Object.keys(filter).length + unknown.length > 0,
    // Use `milestone` if the value in the URL is missing or unknown.
    by: shape.by.safeParse(params.get('by') || undefined).data ?? 'milestone',
    milestone: spread.filter.milestone,
    unknownOfSpread: spread.unknown,
    set: (name: 'program' | 'category' | 'supervisor' | 'by' | 'milestone', to: string | null) =>
      change({ [name]: to ?? undefined }, true),
    showAll,
    remove,
  };
}

export type InsightFilterState = ReturnType<typeof useInsightFilters>;
