import { useFilters } from '#client/api/lists/use-filters.ts';
import type { PageCursor } from '#client/ui/list/older-and-newer.tsx';
import { AuditFilter } from '#contract/admin/audit.ts';

const filters = ['q', 'action', 'from', 'to'] as const;
export type AuditFilterChange = Partial<Record<keyof AuditFilter, string>>;

export function useAuditUrlState() {
  const { params, change, filter, unknown } = useFilters(AuditFilter.shape, filters);
  const parseCursor = (name: keyof PageCursor) => {
    const value = params.get(name) ?? '';
    return /^\d{1,15}$/.test(value) ? { [name]: Number(value) } : {};
  };
  const cursor: PageCursor = { ...parseCursor('before'), ...parseCursor('after') };
  const narrow = (to: AuditFilterChange) =>
    change({ ...to, before: undefined, after: undefined }, true);
  return {
    filter,
    unknown,
    cursor,
    isNarrowed: Object.keys(filter).length + unknown.length + Object.keys(cursor).length > 0,
    narrow,
    remove: (name: string) => narrow({ [name]: '' }),
    turn: ({ before, after }: PageCursor) =>
      change({ before: before?.toString(), after: after?.toString() }),
  };
}
