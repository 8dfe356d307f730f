import type { z } from 'zod';
import { parseNumber } from '#client/ui/form/parse-number.ts';
import type { updateGroup } from '#contract/admin/group-edits.ts';
import type { FullGroup, FullMember } from '#contract/groups.ts';
import { milestonesOf, type Scheme } from '#contract/rules/scheme.ts';

/** Marks and feedback in the form. Empty marks mean "not marked". */
export type MarkValues = { marks: string; feedback: string };
export type MemberValues = {
  _id: string;
  name: string;
  fathername: string;
  roll: string;
  email: string;
  phone: string;
  /** True if the new email is a different student's. The current account then loses the group. */
  isAnotherStudent: boolean;
  /** Marks, keyed by milestone, at the same level as the member's fields, as in the API. */
  [milestone: string]: MarkValues | string | boolean;
};

const noMarks: MarkValues = { marks: '', feedback: '' };

export function getMarkValues(member: MemberValues, milestone: string): MarkValues {
  const values = member[milestone];
  return typeof values === 'object' ? values : noMarks;
}

/** The form values, with the paths of the request body, so that server errors appear at their fields. */
export type GroupValues = {
  fypGroupName: string;
  program: string;
  fypTitle: string;
  fypCategory: string;
  supervisor: string;
  /** The id of the account to which the name refers. If empty, the server looks up the account by name. */
  supervisorId: string;
  externalExaminer: string;
  externalExaminerId: string;
  externalVivaDetails: {
    vivaDate: string;
    vivaStatus: NonNullable<FullGroup['externalVivaDetails']['vivaStatus']> | '';
    vivaFeedback: string;
  };
  fypGroupMembers: MemberValues[];
};

type Leaf = string | number | boolean | null;
type Tree = { [key: string]: Leaf | Tree };

export function toFormValues(group: FullGroup, scheme: Scheme): GroupValues {
  const { vivaDate, vivaStatus, vivaFeedback } = group.externalVivaDetails;
  return {
    fypGroupName: group.fypGroupName,
    program: group.program,
    fypTitle: group.fypTitle,
    fypCategory: group.fypCategory,
    supervisor: group.supervisor,
    supervisorId: group.supervisorId ?? '',
    externalExaminer: group.externalExaminer ?? '',
    externalExaminerId: group.externalExaminerId ?? '',
    externalVivaDetails: {
      vivaDate: vivaDate ?? '',
      vivaStatus: vivaStatus ?? '',
      vivaFeedback: vivaFeedback ?? '',
    },
    fypGroupMembers: group.fypGroupMembers.map((member) => toMemberValues(member, scheme)),
  };
}

function toMemberValues(member: FullMember, scheme: Scheme): MemberValues {
  const { _id, name, fathername, roll, email, phone } = member;
  const marks = milestonesOf(scheme).map(({ key }) => {
    const entry = member[key];
    return [key, { marks: String(entry?.marks ?? ''), feedback: entry?.feedback ?? '' }] as const;
  });
  const fields = { _id, name, fathername, roll, email, phone };
  return { ...Object.fromEntries(marks), ...fields, isAnotherStudent: false };
}

/** Lists all primitive values as API values with their paths, such as `fypGroupMembers.0.thesis.marks`. */
function listLeaves(value: unknown, path = ''): [string, Leaf][] {
  if (typeof value !== 'object' || value === null) return [[path, toApiValue(path, value as Leaf)]];
  return Object.entries(value).flatMap(([key, inner]) =>
    listLeaves(inner, path === '' ? key : `${path}.${key}`),
  );
}

function toApiValue(path: string, value: Leaf): Leaf {
  if (!path.endsWith('.marks')) return value;
  const marks = parseNumber(String(value ?? ''));
  // Keep an invalid number, which the schema then rejects with the field's name.
  return Number.isNaN(marks) ? value : marks;
}

/** Converts an API value to a field value. The form holds marks as strings. */
export const toFieldValue = (path: string, value: Leaf) =>
  path.endsWith('.marks') ? String(value ?? '') : (value ?? '');

function setAtPath(target: Tree, path: string, value: Leaf) {
  const keys = path.split('.');
  const last = keys.pop() ?? path;
  let place = target;
  for (const key of keys) {
    place[key] ??= {};
    place = place[key] as Tree;
  }
  place[last] = value;
}

/** Returns the paths of the values that differ between the two versions. */
export function findEditedPaths(before: GroupValues, after: GroupValues): string[] {
  const old = new Map(listLeaves(before));
  return listLeaves(after).flatMap(([path, value]) => (old.get(path) === value ? [] : [path]));
}

/** Returns the request body with only the changed values. Members keep their positions, so that error paths match. */
export function findChanges(
  before: GroupValues,
  after: GroupValues,
): z.input<typeof updateGroup.body> {
  const edited = new Set(findEditedPaths(before, after));
  const body: Tree = {};
  if ([...edited].some((path) => path.startsWith('fypGroupMembers.'))) {
    const members: unknown = after.fypGroupMembers.map(({ _id }) => ({ _id }));
    body.fypGroupMembers = members as Tree;
  }
  for (const [path, value] of listLeaves(after)) if (edited.has(path)) setAtPath(body, path, value);
  return body as z.input<typeof updateGroup.body>;
}

/** A value that two admins have changed to different values. */
export type EditConflict = { path: string; theirs: Leaf; yours: Leaf };

/** Applies the user's changes to a reloaded group and returns the conflicts. */
export function mergeEdits(before: GroupValues, fresh: GroupValues, mine: GroupValues) {
  const old = new Map(listLeaves(before));
  const now = new Map(listLeaves(fresh));
  const yours = new Map(listLeaves(mine));
  const values = structuredClone(fresh);
  const conflicts: EditConflict[] = [];
  for (const path of findEditedPaths(before, mine)) {
    const ownValue = yours.get(path) ?? null;
    const theirs = now.get(path) ?? null;
    setAtPath(values as unknown as Tree, path, toFieldValue(path, ownValue));
    if (theirs !== old.get(path) && theirs !== ownValue) {
      conflicts.push({ path, theirs, yours: ownValue });
    }
  }
  return { values, conflicts };
}
