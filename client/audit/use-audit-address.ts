import { useListAddress } from '#client/api/use-list-address.ts';
import type { Cursor } from '#client/ui/list/older-and-newer.tsx';
import { AuditFilter } from '#contract/audit.ts';

export type Narrowing = Partial<Record<keyof AuditFilter, string>>;

/** What the address asks of the trail: a filter, and the page. */
export function useAuditAddress() {
  const { params, change } = useListAddress();
  const part = (name: keyof AuditFilter) => {
    // Of an address written by hand, what cannot be understood does not narrow.
    const value = AuditFilter.shape[name].safeParse(params.get(name) || undefined);
    return value.success && value.data ? { [name]: value.data } : {};
  };
  const filter: AuditFilter = { ...part('q'), ...part('action'), ...part('from'), ...part('to') };
  const numberOf = (name: keyof Cursor) => {
    const value = params.get(name) ?? '';
    return /^\d{1,15}$/.test(value) ? { [name]: Number(value) } : {};
  };
  const cursor: Cursor = { ...numberOf('before'), ...numberOf('after') };
  return {
    filter,
    cursor,
    isNarrowed: Object.keys(filter).length + Object.keys(cursor).length > 0,
    narrow: (to: Narrowing) => change({ ...to, before: undefined, after: undefined }, true),
    turn: ({ before, after }: Cursor) =>
      change({ before: before?.toString(), after: after?.toString() }),
  };
}
