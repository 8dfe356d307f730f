import type { FormerMember, FullGroup, FullMember, PublicFormerMember } from '#contract/groups.ts';
import { formatDate } from '#contract/values/time.ts';

/** Returns "until 12 March 2027". */
export const formatUntil = ({ leftOn }: Pick<PublicFormerMember, 'leftOn'>): string =>
  `until ${formatDate(leftOn)}`;

/** Returns "Ali Khan (until 12 March 2027)". */
export const formatFormerMember = (former: Pick<PublicFormerMember, 'name' | 'leftOn'>): string =>
  `${former.name} (${formatUntil(former)})`;

type Members = Pick<FullGroup, 'fypGroupMembers' | 'formerMembers'>;

/** Returns the former members whose marks are still in the group. The marks of those who moved are in another group. */
export const listFormerWithMarks = ({
  formerMembers = [],
}: Members): (FormerMember & { member: FullMember })[] =>
  formerMembers.flatMap((former) => (former.member ? [{ ...former, member: former.member }] : []));

/** Returns the members whose marks a result sheet shows: the current ones, then the former ones. */
export const listMembersWithMarks = (group: Members): FullMember[] => [
  ...group.fypGroupMembers,
  ...listFormerWithMarks(group).map(({ member }) => member),
];

/** Returns "until 12 March 2027" for a former member, otherwise undefined. */
export function findUntil(group: Members, memberId: string): string | undefined {
  const former = group.formerMembers?.find(({ _id }) => _id === memberId);
  return former && formatUntil(former);
}
