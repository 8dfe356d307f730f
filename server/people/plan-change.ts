import type { NewMember } from '#contract/people.ts';
import { Problem } from '#contract/problem.ts';
import { toRollKey } from '#contract/rules/roll.ts';
import { findMilestone } from '#contract/rules/scheme.ts';
import { toNameKey } from '#contract/values/text.ts';
import type { MovedMember } from '#server/documents/move-member-files.ts';
import type { ChangeFacts, GroupFacts, Member } from './change-facts.ts';

/** Members whose membership a change affects, and the effect. */
export type ChangePlan = {
  members: readonly Member[];
  /** The members leave, are members of their group again, or move to the target. */
  become: 'former' | 'current' | 'moved';
  /** Members who move back, with their earlier rows in the target. */
  returning: readonly MovedMember[];
  /** True if the group has no members afterwards and goes to the bin. */
  isDissolved: boolean;
};

const isCurrent = ({ left_at }: Member): boolean => left_at === null;
const listCurrent = ({ members }: GroupFacts): Member[] => members.filter(isCurrent);

/** Decides what a change does. Throws `invalid` or `already-in-group` with the reason and the remedy. */
export function planChange(facts: ChangeFacts): ChangePlan {
  const { change, source } = facts;
  const plan = { members: [], become: 'current', returning: [], isDissolved: false } as const;
  if (change.kind === 'supervisor') {
    requireAnotherSupervisor(facts, change);
    return plan;
  }
  if (change.kind === 'join') {
    requireNewcomer(source, change.member);
    requireRoom(source, 1, 'member.name');
    return plan;
  }
  if (change.kind === 'dissolve') {
    return { ...plan, members: listCurrent(source), become: 'former', isDissolved: true };
  }
  if (change.kind === 'merge') {
    const members = listCurrent(source);
    requireJoinable(facts, members);
    requireCopyable(facts, change.copyMarks);
    const returning = listReturning(facts, members);
    return { members, become: 'moved', returning, isDissolved: true };
  }
  if (change.kind === 'return') {
    const member = requireMember(source, change.memberId, false);
    requireRoom(source, 1, 'memberId');
    return { ...plan, members: [member] };
  }
  const member = requireMember(source, change.memberId, true);
  if (change.kind === 'leave') {
    const remedy = `Dissolve the group instead: ${member.name} then keeps their marks.`;
    requireOthers(source, member, remedy);
    return { ...plan, members: [member], become: 'former' };
  }
  requireJoinable(facts, [member]);
  requireCopyable(facts, change.copyMarks);
  const remedy = `Merge ${source.group.name} into ${facts.target?.group.name} instead.`;
  requireOthers(source, member, remedy);
  const returning = listReturning(facts, [member]);
  return { ...plan, members: [member], become: 'moved', returning };
}

/** Returns the members who have been in the target before, with their rows there. */
const listReturning = ({ target }: ChangeFacts, members: readonly Member[]): MovedMember[] =>
  members.flatMap((member) => {
    const earlier = target?.members.find(
      (former) => !isCurrent(former) && isSamePerson(former, member),
    );
    return earlier ? [{ from: member.id, to: earlier.id }] : [];
  });

function refuse(field: string, message: string, code: 'invalid' | 'already-in-group' = 'invalid') {
  return new Problem(code, message, { fields: { [`change.${field}`]: message } });
}

function requireMember(source: GroupFacts, memberId: string, mustBeCurrent: boolean): Member {
  const member = source.members.find(({ id }) => id === memberId);
  if (!member || isCurrent(member) !== mustBeCurrent) {
    const problem = mustBeCurrent ? 'is not a member' : 'is not a former member';
    const message = `This person ${problem} of ${source.group.name}. Reload the page.`;
    throw refuse('memberId', message);
  }
  return member;
}

function requireOthers(source: GroupFacts, member: Member, remedy: string): void {
  if (listCurrent(source).length > 1) return;
  const message = `${member.name} is the only member of ${source.group.name}. ${remedy}`;
  throw refuse('memberId', message);
}

function requireRoom(into: GroupFacts, joining: number, field: string): void {
  const size = listCurrent(into).length + joining;
  const { maxMembers } = into.cohort.rules;
  if (size <= maxMembers) return;
  const message = `${into.group.name} would have ${size} members, but groups in ${into.cohort.name} can have up to ${maxMembers}.`;
  throw refuse(field, message);
}

/** Throws if the members cannot join the target. */
function requireJoinable({ source, target }: ChangeFacts, members: readonly Member[]): void {
  if (!target) {
    throw refuse(
      'toGroup',
      `The members are already in ${source.group.name}. Enter the name of another group.`,
      'already-in-group',
    );
  }
  requireRoom(target, members.length, 'toGroup');
}

/** Throws if a milestone is not marked in the same way in both groups. */
function requireCopyable({ source, target }: ChangeFacts, milestones: readonly string[]): void {
  const findTotal = ({ cohort }: GroupFacts, key: string) =>
    findMilestone(cohort.scheme, key)?.total;
  const key = milestones.find(
    (milestone) =>
      !target ||
      findTotal(source, milestone) === undefined ||
      findTotal(source, milestone) !== findTotal(target, milestone),
  );
  if (key === undefined) return;
  const title = findMilestone(source.cohort.scheme, key)?.title ?? key;
  const message = `The marks of ${title} cannot be copied, because ${target?.group.name} marks it differently. Choose other milestones.`;
  throw refuse('copyMarks', message);
}

/** Throws if the person is a former member, who returns instead of joining a second time. */
function requireNewcomer(source: GroupFacts, { roll, email }: NewMember): void {
  const former = source.members.find(
    (member) =>
      !isCurrent(member) && (member.roll_key === toRollKey(roll) || member.email === email),
  );
  if (!former) return;
  const message = `${former.name} is a former member of ${source.group.name}. Choose “A former member returns” instead.`;
  throw refuse('member.roll', message, 'already-in-group');
}

const isSamePerson = (former: Member, member: Member): boolean =>
  former.roll_key === member.roll_key ||
  former.email === member.email ||
  (former.user_id !== null && former.user_id === member.user_id);

function requireAnotherSupervisor(
  { source: { group } }: ChangeFacts,
  wanted: { supervisor: string; supervisorId?: string | undefined },
): void {
  const isSameName = toNameKey(wanted.supervisor) === group.supervisor_key;
  const isSameAccount =
    wanted.supervisorId === undefined || wanted.supervisorId === group.supervisor_id;
  if (!isSameName || !isSameAccount) return;
  throw refuse('supervisor', `${group.supervisor} is already the supervisor of ${group.name}.`);
}
