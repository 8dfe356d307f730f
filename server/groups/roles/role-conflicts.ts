import { toNameKey } from '#contract/values/text.ts';
import { isPlaceholderName } from '#server/groups/staff/placeholder-name.ts';

/** A person's role in one group. `userId` is null if no account has the name or email. */
export type RoleHolder = {
  role: 'member' | 'supervisor' | 'external examiner';
  name: string;
  userId: string | null;
  email: string | null;
  memberId?: string;
};

/** Two roles of the same person in one group. `by` is the account, email or name that identifies the person. */
export type RoleConflict = { first: RoleHolder; second: RoleHolder; by: string };

/** Returns each pair of roles of the same person. `holders` lists the members, the supervisor and the examiner. */
export function computeRoleConflicts(holders: readonly RoleHolder[]): RoleConflict[] {
  return holders.flatMap((first, index) =>
    holders.slice(index + 1).flatMap((second) => {
      const by = second.role === 'member' ? undefined : findIdentifyingAttribute(first, second);
      return by === undefined ? [] : [{ first, second, by }];
    }),
  );
}

/** Returns undefined for different people. Staff with equal names are the same person unless both have accounts. */
function findIdentifyingAttribute(a: RoleHolder, b: RoleHolder): string | undefined {
  if (a.userId !== null && a.userId === b.userId) return `account ${a.userId}`;
  if (a.email !== null && a.email === b.email) return `email ${a.email}`;
  const isBound = a.userId !== null && b.userId !== null;
  if (a.role === 'member' || isBound || isPlaceholderName(a.name)) return undefined;
  return toNameKey(a.name) === toNameKey(b.name) ? `name ${toNameKey(a.name)}` : undefined;
}

export function formatRoleConflict({ first, second, by }: RoleConflict, group: string): string {
  const isName = by.startsWith('name ');
  const person = isName || first.email === null ? first.name : `${first.name} (${first.email})`;
  const article = first.role === 'member' ? 'a' : 'the';
  const reason = `${person} is ${article} ${first.role} of ${group} and cannot also be its ${second.role}.`;
  const other = first.role === 'member' ? ', or correct the member’s email.' : '.';
  const namesakes = isName ? ' If two people share this name, choose the account of each.' : '';
  return `${reason} Name another ${second.role}${other}${namesakes}`;
}
