import type { z } from 'zod';
import { readNumber } from '#client/ui/form/read-number.ts';
import type { updateGroup } from '#contract/admin.ts';
import type { FullGroup, FullMember } from '#contract/groups.ts';
import { milestonesOf, type Scheme } from '#contract/rules/scheme.ts';

/** Marks as typed; '' if not marked. */
export type MarkValues = { marks: string; feedback: string };
export type MemberValues = {
  _id: string;
  name: string;
  fathername: string;
  roll: string;
  email: string;
  phone: string;
  /** With a new email: the account that the row belongs to loses it. */
  isAnotherStudent: boolean;
  /** By milestone, beside the member's own fields as on the wire. */
  [milestone: string]: MarkValues | string | boolean;
};

const noMarks: MarkValues = { marks: '', feedback: '' };

/** A member's marks and feedback for one milestone, as typed. */
export function marksIn(member: MemberValues, milestone: string): MarkValues {
  const values = member[milestone];
  return typeof values === 'object' ? values : noMarks;
}

/** The group editor's fields, by the same paths as the call's, so that refusals land on them. */
export type GroupValues = {
  fypGroupName: string;
  program: string;
  fypTitle: string;
  fypCategory: string;
  supervisor: string;
  /** The account that the name means; '' leaves that to the name. */
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

export function valuesOf(group: FullGroup, scheme: Scheme): GroupValues {
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
    fypGroupMembers: group.fypGroupMembers.map((member) => memberValues(member, scheme)),
  };
}

function memberValues(member: FullMember, scheme: Scheme): MemberValues {
  const { _id, name, fathername, roll, email, phone } = member;
  const marks = milestonesOf(scheme).map(({ key }) => {
    const entry = member[key];
    return [key, { marks: String(entry?.marks ?? ''), feedback: entry?.feedback ?? '' }] as const;
  });
  const fields = { _id, name, fathername, roll, email, phone };
  return { ...Object.fromEntries(marks), ...fields, isAnotherStudent: false };
}

/** Every single value by its path (`fypGroupMembers.0.thesis.marks`), as the call takes it. */
function leavesOf(value: unknown, path = ''): [string, Leaf][] {
  if (typeof value !== 'object' || value === null) return [[path, asSent(path, value as Leaf)]];
  return Object.entries(value).flatMap(([key, inner]) =>
    leavesOf(inner, path === '' ? key : `${path}.${key}`),
  );
}

function asSent(path: string, value: Leaf): Leaf {
  if (!path.endsWith('.marks')) return value;
  const marks = readNumber(String(value ?? ''));
  // The schema refuses what is no number and names its field.
  return Number.isNaN(marks) ? value : marks;
}

/** A sent value as its field holds it: marks are text there. */
export const asTyped = (path: string, value: Leaf) =>
  path.endsWith('.marks') ? String(value ?? '') : (value ?? '');

function put(target: Tree, path: string, value: Leaf) {
  const keys = path.split('.');
  const last = keys.pop() ?? path;
  let place = target;
  for (const key of keys) {
    place[key] ??= {};
    place = place[key] as Tree;
  }
  place[last] = value;
}

/** The paths of the values that differ. */
export function editedPaths(before: GroupValues, after: GroupValues): string[] {
  const old = new Map(leavesOf(before));
  return leavesOf(after).flatMap(([path, value]) => (old.get(path) === value ? [] : [path]));
}

/** Only what was changed, for the call; members keep their places, so that refusals name the right one. */
export function changesOf(
  before: GroupValues,
  after: GroupValues,
): z.input<typeof updateGroup.body> {
  const edited = new Set(editedPaths(before, after));
  const body: Tree = {};
  if ([...edited].some((path) => path.startsWith('fypGroupMembers.'))) {
    const members: unknown = after.fypGroupMembers.map(({ _id }) => ({ _id }));
    body.fypGroupMembers = members as Tree;
  }
  for (const [path, value] of leavesOf(after)) if (edited.has(path)) put(body, path, value);
  return body as z.input<typeof updateGroup.body>;
}

/** A value that both have changed, each to something else. */
export type Overtaken = { path: string; theirs: Leaf; yours: Leaf };

/** One's own changes over the group as it is now, and where somebody else has changed the same. */
export function reapply(before: GroupValues, fresh: GroupValues, mine: GroupValues) {
  const old = new Map(leavesOf(before));
  const now = new Map(leavesOf(fresh));
  const yours = new Map(leavesOf(mine));
  const values = structuredClone(fresh);
  const overtaken: Overtaken[] = [];
  for (const path of editedPaths(before, mine)) {
    const own = yours.get(path) ?? null;
    const theirs = now.get(path) ?? null;
    put(values as unknown as Tree, path, asTyped(path, own));
    if (theirs !== old.get(path) && theirs !== own) overtaken.push({ path, theirs, yours: own });
  }
  return { values, overtaken };
}
