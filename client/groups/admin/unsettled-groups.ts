import type { ReplyOf } from '#contract/endpoint.ts';
import type { FullGroup } from '#contract/groups.ts';
import type { findChoices } from '#contract/proposals.ts';
import { nameKey } from '#contract/text.ts';

type Staff = ReplyOf<typeof findChoices>['staff'];

export type Unsettled = {
  /** After the count: "3 groups without an external examiner". */
  text: string;
  groups: readonly FullGroup[];
  /** What the tab Attention offers about them. */
  next?: string;
};

/** The groups that wait for the admin, by what they lack: an examiner, or somebody with an account to mark them. */
export function findUnsettled(groups: readonly FullGroup[], staff: Staff): Unsettled[] {
  const accounts = new Set(staff.map(({ _id }) => _id));
  const names = new Set(staff.map(({ name }) => nameKey(name)));
  /** Which of the two a named person lacks: an account of that name, or the choice of one. */
  const lacks = (name: string | null, id: string | null) => {
    if (!name || nameKey(name) === 'other' || (id !== null && accounts.has(id))) return undefined;
    return names.has(nameKey(name)) ? 'choice' : 'account';
  };
  const ofSupervisor = (group: FullGroup) => lacks(group.supervisor, group.supervisorId);
  const ofExaminer = (group: FullGroup) => lacks(group.externalExaminer, group.externalExaminerId);
  const create = 'Create accounts in Attention';
  const all: Unsettled[] = [
    {
      text: 'without an external examiner',
      groups: groups.filter((group) => !group.externalExaminer),
    },
    {
      text: 'with supervisor “other”',
      groups: groups.filter((group) => nameKey(group.supervisor) === 'other'),
    },
    {
      text: 'whose supervisor has no account',
      groups: groups.filter((group) => ofSupervisor(group) === 'account'),
      next: create,
    },
    {
      text: 'whose examiner has no account',
      groups: groups.filter((group) => ofExaminer(group) === 'account'),
      next: create,
    },
    {
      text: 'whose supervisor or examiner is to be chosen',
      groups: groups.filter((group) => [ofSupervisor(group), ofExaminer(group)].includes('choice')),
      next: 'Choose in Attention',
    },
  ];
  return all.filter((each) => each.groups.length > 0);
}
