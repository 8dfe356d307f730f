import { z } from 'zod';
import { readNumber } from '#client/ui/form/read-number.ts';
import {
  Feedback,
  type FullGroup,
  type FullMember,
  type MarkEntry,
  vivaStatuses,
} from '#contract/groups.ts';
import { marksFor } from '#contract/rules/marks-for.ts';
import { type Entries, findMilestone, type Scheme } from '#contract/rules/scheme.ts';
import { tidyText } from '#contract/values/text.ts';

/** What was typed into one cell, as typed; what was not touched is left out. */
const CellDraft = z.object({
  memberId: z.string(),
  milestone: z.string(),
  marks: z.string().optional(),
  feedback: z.string().optional(),
  revision: z.int().describe('of the saved cell when it was first typed into'),
  total: z.number().optional().describe('of the milestone when the cell was first typed into'),
});
export type CellDraft = z.infer<typeof CellDraft>;
export type CellPlace = Pick<CellDraft, 'memberId' | 'milestone'>;

const VivaDraft = z.object({
  vivaDate: z.string().optional(),
  vivaStatus: z.enum(['', ...vivaStatuses]).optional(),
  vivaFeedback: z.string().optional(),
  revision: z.int(),
});
export type VivaDraft = z.infer<typeof VivaDraft>;
export type VivaFields = Omit<VivaDraft, 'revision'>;

/** Everything typed on one tab of one group that is not saved. */
export const Draft = z.object({ cells: z.array(CellDraft), viva: VivaDraft.optional() });
export type Draft = z.infer<typeof Draft>;

export const emptyDraft: Draft = { cells: [] };

/** Marks as the field shows them. */
export function marksText(marks: number | null): string {
  return marks === null ? '' : String(marks);
}

export const isSameCell = (a: CellPlace, b: CellPlace) =>
  a.memberId === b.memberId && a.milestone === b.milestone;

/** The saved cell at a place; undefined when its member has left the group. */
export function savedCell(
  group: FullGroup,
  { memberId, milestone }: CellPlace,
): MarkEntry | undefined {
  return group.fypGroupMembers.find(({ _id }) => _id === memberId)?.[milestone];
}

// Only what the server would store counts as changed.
const unlessSame = (typed: string | undefined, saved: string | null) =>
  typed === undefined || tidyText(typed) === (saved ?? '') ? undefined : typed;

function changedCell(cell: CellDraft, saved: MarkEntry | undefined): CellDraft[] {
  if (!saved) return [];
  const isSame = cell.marks === undefined || readNumber(cell.marks) === saved.marks;
  const marks = isSame ? undefined : cell.marks;
  const feedback = unlessSame(cell.feedback, saved.feedback);
  return marks === undefined && feedback === undefined ? [] : [{ ...cell, marks, feedback }];
}

function changedViva(viva: VivaDraft | undefined, group: FullGroup): VivaDraft | undefined {
  if (!viva) return undefined;
  const saved = group.externalVivaDetails;
  const vivaDate = unlessSame(viva.vivaDate, saved.vivaDate);
  const isSameStatus = viva.vivaStatus === (saved.vivaStatus ?? '');
  const vivaStatus = isSameStatus ? undefined : viva.vivaStatus;
  const vivaFeedback = unlessSame(viva.vivaFeedback, saved.vivaFeedback);
  const isChanged = [vivaDate, vivaStatus, vivaFeedback].some((field) => field !== undefined);
  return isChanged ? { ...viva, vivaDate, vivaStatus, vivaFeedback } : undefined;
}

/** The draft without what the group already says. */
export function changesOf({ cells, viva }: Draft, group: FullGroup): Draft {
  return {
    cells: cells.flatMap((cell) => changedCell(cell, savedCell(group, cell))),
    viva: changedViva(viva, group),
  };
}

/** How many things are unsaved: each cell is one, and so is each field of the viva. */
export function countOf({ cells, viva }: Draft): number {
  const fields = [viva?.vivaDate, viva?.vivaStatus, viva?.vivaFeedback];
  return cells.length + fields.filter((field) => field !== undefined).length;
}

/** The draft with something more typed into a cell. */
export function withCell(
  draft: Draft,
  group: FullGroup,
  place: CellPlace,
  typed: Pick<CellDraft, 'marks' | 'feedback' | 'total'>,
): Draft {
  const before = draft.cells.find((cell) => isSameCell(cell, place));
  const revision = before?.revision ?? savedCell(group, place)?.revision ?? 0;
  const total = before ? before.total : typed.total;
  const others = draft.cells.filter((cell) => cell !== before);
  return { ...draft, cells: [...others, { ...before, ...place, ...typed, revision, total }] };
}

/** Returns the draft once its author has been told that a total changed: the next save goes by the new total. */
export const withoutTotals = (draft: Draft): Draft => ({
  ...draft,
  cells: draft.cells.map(({ total: _, ...cell }) => cell),
});

/** The draft with something more typed about the viva. */
export function withViva(draft: Draft, group: FullGroup, typed: VivaFields): Draft {
  const { revision } = draft.viva ?? group.externalVivaDetails;
  return { ...draft, viva: { ...draft.viva, ...typed, revision } };
}

export type CellErrors = { marks?: string; feedback?: string };

const messageOf = (result: z.ZodSafeParseResult<unknown>) => result.error?.issues[0]?.message;

/** What is wrong with feedback; undefined when nothing is. */
export function findFeedbackError(feedback: string | undefined): string | undefined {
  return feedback === undefined ? undefined : messageOf(Feedback.safeParse(feedback));
}

/** What is wrong with what was typed into a cell. */
export function errorsOf(scheme: Scheme, { milestone, marks, feedback }: CellDraft): CellErrors {
  const limits = findMilestone(scheme, milestone);
  return {
    marks:
      marks === undefined || !limits
        ? undefined
        : messageOf(marksFor(limits).safeParse(readNumber(marks))),
    feedback: findFeedbackError(feedback),
  };
}

/** A member's marks as they will be once the draft is saved; what is invalid does not count. */
export function entriesWith(scheme: Scheme, member: FullMember, { cells }: Draft): Entries {
  const typed = cells.flatMap((cell) => {
    const isOf = cell.memberId === member._id && cell.marks !== undefined;
    if (!isOf || errorsOf(scheme, cell).marks) return [];
    return [[cell.milestone, { marks: readNumber(cell.marks ?? '') }]];
  });
  return { ...member, ...Object.fromEntries(typed) };
}
