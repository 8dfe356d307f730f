import type { WaitingReason } from '#contract/admin.ts';
import { nameKey } from '#contract/text.ts';

export type NamedStaff = {
  supervisor: string;
  supervisor_id: string | null;
  external_examiner: string | null;
  external_examiner_id: string | null;
};

/** The groups that lack an examiner, or somebody with an account to mark them. `staff`: who has one and may use it. */
export function findWaiting<Group extends NamedStaff>(
  groups: readonly Group[],
  staff: readonly { id: string; name: string }[],
): { reason: WaitingReason; groups: Group[] }[] {
  const accounts = new Set(staff.map(({ id }) => id));
  const names = new Set(staff.map(({ name }) => nameKey(name)));
  /** Which of the two a named person lacks: an account of that name, or the choice of one. */
  const lacks = (name: string | null, id: string | null) => {
    if (!name || nameKey(name) === 'other' || (id !== null && accounts.has(id))) return undefined;
    return names.has(nameKey(name)) ? 'choice' : 'account';
  };
  const byReason = new Map<WaitingReason, Group[]>([
    ['no-examiner', []],
    ['supervisor-other', []],
    ['supervisor-account', []],
    ['examiner-account', []],
    ['staff-choice', []],
  ]);
  for (const group of groups) {
    const supervisor = lacks(group.supervisor, group.supervisor_id);
    const examiner = lacks(group.external_examiner, group.external_examiner_id);
    if (!group.external_examiner) byReason.get('no-examiner')?.push(group);
    if (nameKey(group.supervisor) === 'other') byReason.get('supervisor-other')?.push(group);
    if (supervisor === 'account') byReason.get('supervisor-account')?.push(group);
    if (examiner === 'account') byReason.get('examiner-account')?.push(group);
    if (supervisor === 'choice' || examiner === 'choice') byReason.get('staff-choice')?.push(group);
  }
  return [...byReason]
    .filter(([, found]) => found.length > 0)
    .map(([reason, found]) => ({ reason, groups: found }));
}
