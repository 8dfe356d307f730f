import { useListAddress } from '#client/api/use-list-address.ts';
import { InsightFilter, SpreadFilter } from '#contract/insights.ts';

/** What the address asks of the charts; of one written by hand, what cannot be understood does not narrow. */
export function useInsightAddress() {
  const { params, change } = useListAddress();
  const asked = (name: string) => params.get(name) || undefined;
  const { shape } = InsightFilter;
  const filter = {
    program: shape.program.safeParse(asked('program')).data,
    category: shape.category.safeParse(asked('category')).data,
    supervisor: shape.supervisor.safeParse(asked('supervisor')).data,
  };
  return {
    filter: defined(filter),
    isNarrowed: Object.values(filter).some((value) => value !== undefined),
    by: SpreadFilter.shape.by.safeParse(asked('by')).data ?? 'milestone',
    milestone: SpreadFilter.shape.milestone.safeParse(asked('milestone')).data,
    set: (name: 'program' | 'category' | 'supervisor' | 'by' | 'milestone', to: string | null) =>
      change({ [name]: to ?? undefined }, true),
    showAll: () => change({ program: undefined, category: undefined, supervisor: undefined }),
  };
}

export type InsightAddress = ReturnType<typeof useInsightAddress>;

type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

const defined = <T extends object>(values: T) =>
  Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined),
  ) as Defined<T>;
