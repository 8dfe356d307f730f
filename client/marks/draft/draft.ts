import { z } from 'zod';
import { parseNumber } from '#client/ui/form/parse-number.ts';
import {
  Feedback,
  type FullGroup,
  type FullMember,
  type MarkEntry,
  vivaStatuses,
} from '#contract/groups.ts';
import { buildMarksSchema } from '#contract/rules/marks-for.ts';
import {
  findMilestone,
  type MarkEntries,
  type MarkingScheme,
  type Milestone,
} from '#contract/rules/scheme.ts';
import { normaliseText } from '#contract/values/text.ts';

/** Unsaved input for one cell. A field is undefined if the user has not typed into it. */
const CellDraft = z.object({
  memberId: z.string(),
  milestone: z.string(),
  marks: z.string().optional(),
  feedback: z.string().optional(),
  revision: z.int().describe('Revision of the saved cell at the first keystroke'),
  total: z.number().optional().describe('Total of the milestone at the first keystroke'),
});
export type CellDraft = z.infer<typeof CellDraft>;
export type CellPosition = Pick<CellDraft, 'memberId' | 'milestone'>;

const VivaDraft = z.object({
  vivaDate: z.string().optional(),
  vivaStatus: z.enum(['', ...vivaStatuses]).optional(),
  vivaFeedback: z.string().optional(),
  revision: z.int(),
});
export type VivaDraft = z.infer<typeof VivaDraft>;
export type VivaFields = Omit<VivaDraft, 'revision'>;

export const MarksDraft = z.object({
  cells: z.array(CellDraft),
  viva: VivaDraft.optional(),
  correctionReason: z.string().optional(),
});
export type MarksDraft = z.infer<typeof MarksDraft>;

export const emptyMarksDraft: MarksDraft = { cells: [] };

export function formatMarks(marks: number | null): string {
  return marks === null ? '' : String(marks);
}

export const isSameCell = (a: CellPosition, b: CellPosition) =>
  a.memberId === b.memberId && a.milestone === b.milestone;

export function findSavedCell(
  group: FullGroup,
  { memberId, milestone }: CellPosition,
): MarkEntry | undefined {
  return group.fypGroupMembers.find(({ _id }) => _id === memberId)?.[milestone];
}

// Normalise the typed text before comparing it, because the saved text is normalised too.
const dropUnchanged = (typed: string | undefined, saved: string | null) =>
  typed === undefined || normaliseText(typed) === (saved ?? '') ? undefined : typed;

function toChangedCells(cell: CellDraft, saved: MarkEntry | undefined): CellDraft[] {
  if (!saved) return [];
  const isSame = cell.marks === undefined || parseNumber(cell.marks) === saved.marks;
  const marks = isSame ? undefined : cell.marks;
  const feedback = dropUnchanged(cell.feedback, saved.feedback);
  return marks === undefined && feedback === undefined ? [] : [{ ...cell, marks, feedback }];
}

function toChangedViva(viva: VivaDraft | undefined, group: FullGroup): VivaDraft | undefined {
  if (!viva) return undefined;
  const saved = group.externalVivaDetails;
  const vivaDate = dropUnchanged(viva.vivaDate, saved.vivaDate);
  const isSameStatus = viva.vivaStatus === (saved.vivaStatus ?? '');
  const vivaStatus = isSameStatus ? undefined : viva.vivaStatus;
  const vivaFeedback = dropUnchanged(viva.vivaFeedback, saved.vivaFeedback);
  const isChanged = [vivaDate, vivaStatus, vivaFeedback].some((field) => field !== undefined);
  return isChanged ? { ...viva, vivaDate, vivaStatus, vivaFeedback } : undefined;
}

export function dropUnchangedFields(draft: MarksDraft, group: FullGroup): MarksDraft {
  const cells = draft.cells.flatMap((cell) => toChangedCells(cell, findSavedCell(group, cell)));
  const viva = toChangedViva(draft.viva, group);
  const { correctionReason } = draft;
  const isCorrection = correctionReason !== undefined && hasCorrection({ cells }, group);
  return { cells, viva, ...(isCorrection && { correctionReason }) };
}

/** Returns true if the draft replaces or removes a saved mark. */
export const hasCorrection = ({ cells }: MarksDraft, group: FullGroup): boolean =>
  cells.some((cell) => {
    const saved = findSavedCell(group, cell)?.marks ?? null;
    return saved !== null && cell.marks !== undefined && parseNumber(cell.marks) !== saved;
  });

export function countUnsavedChanges({ cells, viva }: MarksDraft): number {
  const fields = [viva?.vivaDate, viva?.vivaStatus, viva?.vivaFeedback];
  return cells.length + fields.filter((field) => field !== undefined).length;
}

export function setDraftCell(
  draft: MarksDraft,
  group: FullGroup,
  place: CellPosition,
  typed: Pick<CellDraft, 'marks' | 'feedback' | 'total'>,
): MarksDraft {
  const before = draft.cells.find((cell) => isSameCell(cell, place));
  const revision = before?.revision ?? findSavedCell(group, place)?.revision ?? 0;
  const total = before ? before.total : typed.total;
  const otherCells = draft.cells.filter((cell) => cell !== before);
  return { ...draft, cells: [...otherCells, { ...before, ...place, ...typed, revision, total }] };
}

/** Removes the recorded milestone totals from the draft, because the server rejects marks with a stale total. */
export const dropDraftTotals = (draft: MarksDraft): MarksDraft => ({
  ...draft,
  cells: draft.cells.map(({ total: _, ...cell }) => cell),
});

export function setDraftViva(draft: MarksDraft, group: FullGroup, typed: VivaFields): MarksDraft {
  const { revision } = draft.viva ?? group.externalVivaDetails;
  return { ...draft, viva: { ...draft.viva, ...typed, revision } };
}

export type CellErrors = { marks?: string; feedback?: string };

const messageOf = (result: z.ZodSafeParseResult<unknown>) => result.error?.issues[0]?.message;

export function findFeedbackError(feedback: string | undefined): string | undefined {
  return feedback === undefined ? undefined : messageOf(Feedback.safeParse(feedback));
}

export const findMarksError = (milestone: Milestone, typed: string): string | undefined =>
  messageOf(buildMarksSchema(milestone).safeParse(parseNumber(typed)));

export function findCellErrors(
  scheme: MarkingScheme,
  { milestone, marks, feedback }: CellDraft,
): CellErrors {
  const limits = findMilestone(scheme, milestone);
  return {
    marks: marks === undefined || !limits ? undefined : findMarksError(limits, marks),
    feedback: findFeedbackError(feedback),
  };
}

/** Returns a member's marks as they would be after the draft is saved. Ignores invalid typed marks. */
export function buildMarkEntries(
  scheme: MarkingScheme,
  member: FullMember,
  { cells }: MarksDraft,
): MarkEntries {
  const typed = cells.flatMap((cell) => {
    const isOf = cell.memberId === member._id && cell.marks !== undefined;
    if (!isOf || findCellErrors(scheme, cell).marks) return [];
    return [[cell.milestone, { marks: parseNumber(cell.marks ?? '') }]];
  });
  return { ...member, ...Object.fromEntries(typed) };
}
