import { useListAddress } from '#client/ui/list/use-list-address.ts';
import { AuditFilter } from '#contract/audit.ts';

export type Narrowing = Partial<Record<'q' | 'action' | 'from' | 'to', string>>;
export type Turn = { before?: number; after?: number };

/** What the address says of the trail: what is looked for, and where one has turned to. */
export function useAuditAddress() {
  const { params, change } = useListAddress();
  const said = (name: keyof typeof AuditFilter.shape) => {
    // An address that somebody wrote by hand narrows by what can be understood of it.
    const value = AuditFilter.shape[name].safeParse(params.get(name) || undefined);
    return value.success && value.data ? { [name]: value.data } : {};
  };
  const filter: AuditFilter = {
    ...said('q'),
    ...said('action'),
    ...said('from'),
    ...said('to'),
  };
  const numberOf = (name: 'before' | 'after') => {
    const value = params.get(name) ?? '';
    return /^\d{1,15}$/.test(value) ? { [name]: Number(value) } : {};
  };
  const place: Turn = { ...numberOf('before'), ...numberOf('after') };
  return {
    filter,
    place,
    isNarrowed: Object.keys(filter).length + Object.keys(place).length > 0,
    narrow: (to: Narrowing) => change({ ...to, before: undefined, after: undefined }, true),
    turn: ({ before, after }: Turn) =>
      change({ before: before?.toString(), after: after?.toString() }),
  };
}
