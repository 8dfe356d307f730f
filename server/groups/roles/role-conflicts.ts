/** A person's role in one group. `userId` is null if no account has the name or email. */
export type RoleHolder = {
  role: 'member' | 'supervisor' | 'external examiner';
  name: string;
  userId: string | null;
  email: string | null;
  memberId?: string;
};

/** A member who is also staff of the group. `by` is the account or email that identifies the person. */
export type RoleConflict = { first: RoleHolder; second: RoleHolder; by: string };

/** Returns each staff role of each member. `holders` lists the members, the supervisor and the examiner. */
export function computeRoleConflicts(holders: readonly RoleHolder[]): RoleConflict[] {
  const staff = holders.filter(({ role }) => role !== 'member');
  return holders
    .filter(({ role }) => role === 'member')
    .flatMap((first) =>
      staff.flatMap((second) => {
        const by = findIdentifyingAttribute(first, second);
        return by === undefined ? [] : [{ first, second, by }];
      }),
    );
}

/** Returns undefined for different people. Names are not compared, because students and staff may share names. */
function findIdentifyingAttribute(a: RoleHolder, b: RoleHolder): string | undefined {
  if (a.userId !== null && a.userId === b.userId) return `account ${a.userId}`;
  return a.email !== null && a.email === b.email ? `email ${a.email}` : undefined;
}

export function formatRoleConflict({ first, second }: RoleConflict, group: string): string {
  const person = first.email === null ? first.name : `${first.name} (${first.email})`;
  return `${person} is a member of ${group} and cannot also be its ${second.role}. Name another ${second.role}, or correct the member’s email.`;
}
