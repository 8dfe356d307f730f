import { nameKey } from '#contract/values/text.ts';

export type Staff = { _id: string; name: string; email: string };
/** A name that a group gives, and the account that it is bound to: '' for none. */
type Named = { name: string; id: string };

/** A supervisor whom the office names later. */
const nobodyYet = 'other';

/** The name in another spelling is the same. */
const namesakesOf = (name: string, staff: readonly Staff[]) =>
  staff.filter((account) => nameKey(account.name) === nameKey(name));

/**
 * What the field suggests, each with the account that it chooses: names; but where several accounts share one, or the
 * group's own name is bound to none, the accounts with their emails.
 */
export function suggestionsOf(
  names: readonly string[],
  staff: readonly Staff[],
  stands: Named,
): Map<string, Staff | undefined> {
  const isWaiting = stands.name !== '' && stands.id === '' && nameKey(stands.name) !== nobodyYet;
  const all = isWaiting ? [...namesakesOf(stands.name, staff).map(({ name }) => name)] : [];
  const distinct = Map.groupBy([...names, ...all], nameKey);
  return new Map(
    [...distinct].flatMap(([key, [name = '']]): [string, Staff | undefined][] => {
      const namesakes = namesakesOf(name, staff);
      const isUnbound = isWaiting && key === nameKey(stands.name);
      if (namesakes.length < 2 && !(isUnbound && namesakes.length > 0)) return [[name, undefined]];
      return namesakes.map((account) => [`${account.name} (${account.email})`, account]);
    }),
  );
}

/** To whom a group opens by the name and account in the form, in words; undefined while there is no name. */
export function meaningOf({ name, id }: Named, staff: readonly Staff[], stands: Named) {
  const key = nameKey(name);
  if (key === '' || key === nobodyYet) return undefined;
  if (id !== '') {
    const account = staff.find(({ _id }) => _id === id);
    return account ? `Opens to ${account.email}` : 'The account of this name is blocked';
  }
  const [first, ...others] = namesakesOf(name, staff);
  if (!first) return 'No faculty account has this name: the group opens to nobody';
  const isWaiting = key === nameKey(stands.name);
  if (others.length === 0 && !isWaiting) return `Opens to ${first.email}`;
  return others.length === 0
    ? 'Opens to nobody until you choose the account from the list'
    : 'Several accounts share this name: choose one from the list';
}
