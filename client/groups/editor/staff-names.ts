import { nameKey } from '#contract/values/text.ts';

export type Staff = { _id: string; name: string; email: string };
/** Name of a supervisor or examiner, and the id of the linked account. The id is empty if no account is linked. */
type StaffName = { name: string; id: string };

/** Supervisor name that means "not assigned yet". */
const unassigned = 'other';

const findNamesakes = (name: string, staff: readonly Staff[]) =>
  staff.filter((account) => nameKey(account.name) === nameKey(name));

/**
 * Maps each suggestion to the account that it selects. A suggestion includes an email if several accounts share the
 * name, or if the stored name is not linked to an account.
 */
export function buildSuggestions(
  names: readonly string[],
  staff: readonly Staff[],
  storedName: StaffName,
): Map<string, Staff | undefined> {
  const isWaiting =
    storedName.name !== '' && storedName.id === '' && nameKey(storedName.name) !== unassigned;
  const all = isWaiting ? [...findNamesakes(storedName.name, staff).map(({ name }) => name)] : [];
  const distinct = Map.groupBy([...names, ...all], nameKey);
  return new Map(
    [...distinct].flatMap(([key, [name = '']]): [string, Staff | undefined][] => {
      const namesakes = findNamesakes(name, staff);
      const isUnbound = isWaiting && key === nameKey(storedName.name);
      if (namesakes.length < 2 && !(isUnbound && namesakes.length > 0)) return [[name, undefined]];
      return namesakes.map((account) => [`${account.name} (${account.email})`, account]);
    }),
  );
}

/** Describes which account could open the group after saving. Returns undefined if no staff member is named. */
export function describeAccess(
  { name, id }: StaffName,
  staff: readonly Staff[],
  storedName: StaffName,
) {
  const key = nameKey(name);
  if (key === '' || key === unassigned) return undefined;
  if (id !== '') {
    const account = staff.find(({ _id }) => _id === id);
    return account ? `Opens to ${account.email}` : 'The account of this name is blocked';
  }
  const [first, ...otherNamesakes] = findNamesakes(name, staff);
  if (!first) return 'No faculty account has this name: the group opens to nobody';
  const isWaiting = key === nameKey(storedName.name);
  if (otherNamesakes.length === 0 && !isWaiting) return `Opens to ${first.email}`;
  return otherNamesakes.length === 0
    ? 'Opens to nobody until you choose the account from the list'
    : 'Several accounts share this name: choose one from the list';
}
