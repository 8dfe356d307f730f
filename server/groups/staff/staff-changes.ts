import { isolateRightToLeftValues } from '#contract/values/isolate.ts';
import { toNameKey } from '#contract/values/text.ts';
import type { DatabaseRow } from '#server/db/tables.ts';
import { isPlaceholderName } from './placeholder-name.ts';

export const staffParts = ['supervisor', 'external_examiner'] as const;
export type StaffPart = (typeof staffParts)[number];

export const staffColumns = [
  ...(['id', 'name', 'title', 'deleted_at'] as const),
  ...(['supervisor', 'supervisor_id', 'external_examiner', 'external_examiner_id'] as const),
] as const;
export type StaffedGroup = Pick<DatabaseRow<'groups'>, (typeof staffColumns)[number]>;

/** A group before and after a write that may have changed its staff. */
export type StaffUpdate = { before: StaffedGroup; after: StaffedGroup };

/** A change of the person or account in one role of one group. */
export type StaffChange = {
  group: StaffedGroup;
  part: StaffPart;
  /** Account whose rights have ended, or null. */
  endedId: string | null;
  /** Account that has got the rights, or null. */
  namedId: string | null;
  /** Sentence for the members. Undefined if they see the same person as before. */
  sentence: string | undefined;
};

export const formatStaffPart = (part: StaffPart) => part.replace('_', ' ');

/** Returns the changes of groups outside the bin. A group in the bin opens for nobody. */
export const findStaffChanges = (updates: readonly StaffUpdate[]): StaffChange[] =>
  updates
    .filter(({ after }) => after.deleted_at === null)
    .flatMap((update) => staffParts.flatMap((part) => findChange(update, part) ?? []));

function findChange({ before, after }: StaffUpdate, part: StaffPart): StaffChange | undefined {
  const [beforeId, afterId] = [before[`${part}_id`], after[`${part}_id`]];
  const hasOtherAccount = beforeId !== afterId;
  const sentence = formatForMembers(before, after, part);
  if (!hasOtherAccount && sentence === undefined) return undefined;
  return {
    group: after,
    part,
    endedId: hasOtherAccount ? beforeId : null,
    namedId: hasOtherAccount ? afterId : null,
    sentence,
  };
}

function formatForMembers(before: StaffedGroup, after: StaffedGroup, part: StaffPart) {
  const [from, to] = [getPersonName(before[part]), getPersonName(after[part])];
  const isNamesake = from !== undefined && to !== undefined && toNameKey(from) === toNameKey(to);
  const [fromId, toId] = [before[`${part}_id`], after[`${part}_id`]];
  // An account that is linked to a name or unlinked from it does not change the person.
  if (isNamesake ? fromId === null || toId === null || fromId === toId : from === to) {
    return undefined;
  }
  const [role, group] = [formatStaffPart(part), after.name];
  if (to === undefined) {
    return isolateRightToLeftValues`${from ?? ''} is no longer the ${role} of ${group}.`;
  }
  return from === undefined || isNamesake
    ? isolateRightToLeftValues`${to} is now the ${role} of ${group}.`
    : isolateRightToLeftValues`${to} is now the ${role} of ${group}, instead of ${from}.`;
}

const getPersonName = (name: string | null) =>
  name === null || isPlaceholderName(name) ? undefined : name;
