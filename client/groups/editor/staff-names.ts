import { isSameStaff } from '#contract/rules/same-staff.ts';
import { toNameKey } from '#contract/values/text.ts';
import type { GroupValues } from './group-values.ts';

export type StaffAccount = { _id: string; name: string; email: string };
/** `id` is the ID of the linked account, or an empty string. */
type StaffName = { name: string; id: string };

/** Supervisor name in a group that has no supervisor yet. */
const unassigned = 'other';

type StaffValues = Pick<
  GroupValues,
  'supervisor' | 'supervisorId' | 'externalExaminer' | 'externalExaminerId'
>;

/** Returns the name of the person who is the supervisor and the external examiner, or undefined for two people. */
export function findSharedStaffName(values: StaffValues): string | undefined {
  const { supervisor, supervisorId, externalExaminer, externalExaminerId } = values;
  const key = toNameKey(supervisor);
  if (key === '' || key === unassigned || toNameKey(externalExaminer) === '') return undefined;
  const isShared = isSameStaff(
    { name: supervisor, accountId: supervisorId || null },
    { name: externalExaminer, accountId: externalExaminerId || null },
  );
  return isShared ? supervisor.trim() : undefined;
}

const staffFields = [
  ...(['supervisor', 'supervisorId', 'externalExaminer', 'externalExaminerId'] as const),
];

/** Identifies a pair of staff, so that a confirmation does not hold for another pair. */
export const buildStaffPairKey = (values: StaffValues): string =>
  JSON.stringify(staffFields.map((field) => values[field]));

/** Returns true if an edit gives both roles to one person. A stored pair needs no confirmation. */
export function isSharedStaffNew(before: StaffValues, after: StaffValues): boolean {
  const name = findSharedStaffName(after);
  return name !== undefined && toNameKey(findSharedStaffName(before) ?? '') !== toNameKey(name);
}

const findNamesakes = (name: string, staff: readonly StaffAccount[]) =>
  staff.filter((account) => toNameKey(account.name) === toNameKey(name));

/** Maps suggestions to accounts. Adds the email if accounts share the name or if the stored name has no account yet. */
export function buildStaffSuggestions(
  names: readonly string[],
  staff: readonly StaffAccount[],
  storedName: StaffName,
): Map<string, StaffAccount | undefined> {
  const isWaiting =
    storedName.name !== '' && storedName.id === '' && toNameKey(storedName.name) !== unassigned;
  const all = isWaiting ? [...findNamesakes(storedName.name, staff).map(({ name }) => name)] : [];
  const distinct = Map.groupBy([...names, ...all], toNameKey);
  return new Map(
    [...distinct].flatMap(([key, [name = '']]): [string, StaffAccount | undefined][] => {
      const namesakes = findNamesakes(name, staff);
      const isUnbound = isWaiting && key === toNameKey(storedName.name);
      if (namesakes.length < 2 && !(isUnbound && namesakes.length > 0)) return [[name, undefined]];
      return namesakes.map((account) => [`${account.name} (${account.email})`, account]);
    }),
  );
}

/** Returns undefined if the name is empty or "other". */
export function describeStaffAccess(
  { name, id }: StaffName,
  staff: readonly StaffAccount[],
  storedName: StaffName,
) {
  const key = toNameKey(name);
  if (key === '' || key === unassigned) return undefined;
  if (id !== '') {
    const account = staff.find(({ _id }) => _id === id);
    return account ? `Gives access to ${account.email}` : 'The account with this name is blocked';
  }
  const [first, ...otherNamesakes] = findNamesakes(name, staff);
  if (!first) return 'No faculty account has this name, so no one gets access to the group';
  const isWaiting = key === toNameKey(storedName.name);
  if (otherNamesakes.length === 0 && !isWaiting) return `Gives access to ${first.email}`;
  return otherNamesakes.length === 0
    ? 'No one gets access until you choose the account from the list'
    : 'Several accounts share this name: choose one from the list';
}
