import type { z } from 'zod';
import { parseNumber } from '#client/ui/form/parse-number.ts';
import type { updateGroup } from '#contract/admin/group-edits.ts';
import type { FullGroup, FullMember } from '#contract/groups.ts';
import { listMilestones, type MarkingScheme } from '#contract/rules/scheme.ts';

/** An empty string in `marks` means "not marked". */
export type MarkValues = { marks: string; feedback: string };
export type MemberValues = {
  _id: string;
  name: string;
  fathername: string;
  roll: string;
  email: string;
  phone: string;
  /** True if the changed email belongs to a different student; the previous student's account then loses access. */
  isAnotherStudent: boolean;
  /** Reason why a changed name, roll number and email are those of the same person. */
  samePerson: string;
  /** Marks by milestone key, as in the API. */
  [milestone: string]: MarkValues | string | boolean;
};

const noMarks: MarkValues = { marks: '', feedback: '' };

export function getMarkValues(member: MemberValues, milestone: string): MarkValues {
  const values = member[milestone];
  return typeof values === 'object' ? values : noMarks;
}

/** Structured like the request body, so that server errors appear at the right fields. */
export type GroupValues = {
  fypGroupName: string;
  program: string;
  fypTitle: string;
  fypCategory: string;
  supervisor: string;
  /** If empty, the server finds the account by name. */
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

export function toFormValues(group: FullGroup, scheme: MarkingScheme): GroupValues {
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

function toMemberValues(member: FullMember, scheme: MarkingScheme): MemberValues {
  const { _id, name, fathername, roll, email, phone } = member;
  const marks = listMilestones(scheme).map(({ key }) => {
    const entry = member[key];
    return [key, { marks: String(entry?.marks ?? ''), feedback: entry?.feedback ?? '' }] as const;
  });
  const fields = { _id, name, fathername, roll, email, phone };
  return { ...Object.fromEntries(marks), ...fields, isAnotherStudent: false, samePerson: '' };
}

/** Returns the path and the API value of each field. A path is, for example, `fypGroupMembers.0.thesis.marks`. */
function listLeaves(value: unknown, path = ''): [string, Leaf][] {
  if (typeof value !== 'object' || value === null) return [[path, toApiValue(path, value as Leaf)]];
  return Object.entries(value).flatMap(([key, inner]) =>
    listLeaves(inner, path === '' ? key : `${path}.${key}`),
  );
}

function toApiValue(path: string, value: Leaf): Leaf {
  if (!path.endsWith('.marks')) return value;
  const marks = parseNumber(String(value ?? ''));
  // Keep invalid text, so that the schema reports an error for this field.
  return Number.isNaN(marks) ? value : marks;
}

/** Marks are numbers in the API but strings in the form. */
export const toFormFieldValue = (path: string, value: Leaf) =>
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

export function findEditedPaths(before: GroupValues, after: GroupValues): string[] {
  const old = new Map(listLeaves(before));
  return listLeaves(after).flatMap(([path, value]) => (old.get(path) === value ? [] : [path]));
}

/** Builds a body with only the changed values. Members keep their positions, so that error paths match the form. */
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

export type EditConflict = { path: string; theirs: Leaf; yours: Leaf };

/** Applies the user's edits to the fresh values. Also returns the fields that somebody else has changed differently. */
export function mergeEdits(before: GroupValues, fresh: GroupValues, mine: GroupValues) {
  const old = new Map(listLeaves(before));
  const now = new Map(listLeaves(fresh));
  const yours = new Map(listLeaves(mine));
  const values = structuredClone(fresh);
  const conflicts: EditConflict[] = [];
  for (const path of findEditedPaths(before, mine)) {
    const ownValue = yours.get(path) ?? null;
    const theirs = now.get(path) ?? null;
    setAtPath(values as unknown as Tree, path, toFormFieldValue(path, ownValue));
    if (theirs !== old.get(path) && theirs !== ownValue) {
      conflicts.push({ path, theirs, yours: ownValue });
    }
  }
  return { values, conflicts };
}
