/** A person's role in one group. `userId` is null if no account has the name or email. */
export type RoleHolder = {
  role: 'member' | 'supervisor' | 'external examiner';
  name: string;
  userId: string | null;
  email: string | null;
  memberId?: string;
};

/** A member who is also staff of the group, by the same account. */
export type RoleConflict = { first: RoleHolder; second: RoleHolder };

/**
 * Returns each staff role of each member. `holders` lists the members, the supervisor and the examiner. Names are not
 * compared, because people share names, nor emails, because anybody can enter those of staff.
 */
export function computeRoleConflicts(holders: readonly RoleHolder[]): RoleConflict[] {
  const staff = holders.filter(({ role }) => role !== 'member');
  return holders
    .filter(({ role }) => role === 'member')
    .flatMap((first) =>
      staff
        .filter(({ userId }) => userId !== null && userId === first.userId)
        .map((second) => ({ first, second })),
    );
}

export function formatRoleConflict({ first, second }: RoleConflict, group: string): string {
  const person = first.email === null ? first.name : `${first.name} (${first.email})`;
  return `${person} is a member of ${group} and can’t also be its ${second.role}. Name another ${second.role}, or correct the member’s email.`;
}
