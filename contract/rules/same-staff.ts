import { toNameKey } from '#contract/values/text.ts';

/** The name of a group's supervisor or external examiner. `accountId` is null if no account is linked to the name. */
export type NamedStaff = { name: string; accountId: string | null };

/** Returns whether both names mean one person: two linked accounts are compared by id, otherwise the names are. */
export const isSameStaff = (a: NamedStaff, b: NamedStaff): boolean =>
  a.accountId !== null && b.accountId !== null
    ? a.accountId === b.accountId
    : toNameKey(a.name) === toNameKey(b.name);
