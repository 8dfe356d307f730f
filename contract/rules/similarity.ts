import type { SimilarityLimits } from './scheme.ts';

/** Percentages of a similarity report. */
export type SimilarityFigures = { overall: number; singleSource: number };

/** Entries that staff make about the figures which a member has entered. A correction also confirms them. */
export const similarityEvents = [
  'entered',
  'confirmed',
  'corrected',
  'accepted',
  'returned',
] as const;
export type SimilarityEvent = (typeof similarityEvents)[number];

export const similarityEventLabels: Readonly<Record<SimilarityEvent, string>> = {
  entered: 'entered',
  confirmed: 'confirmed',
  corrected: 'corrected and confirmed',
  accepted: 'accepted above the limits',
  returned: 'returned',
};

/** The newest stored files to which figures belong. Undefined if there is none. */
export type SimilarityFiles = {
  thesisSha256: string | undefined;
  reportVersion: number | undefined;
};

type Entry = SimilarityFigures & {
  event: SimilarityEvent;
  thesisSha256: string;
  reportVersion: number;
};

export const similarityStates = [
  'no-files',
  'missing',
  'outdated',
  'unconfirmed',
  'within',
  'exceeded',
  'accepted',
  'returned',
] as const;
export type SimilarityState = (typeof similarityStates)[number];

/** HEC counts a figure as allowed only below its limit. */
export const reachesLimits = (figures: SimilarityFigures, limits: SimilarityLimits): boolean =>
  figures.overall >= limits.overall || figures.singleSource >= limits.singleSource;

/** Derives the state from the last entry. The current limits apply, also to figures that were confirmed before. */
export function getSimilarityState(
  limits: SimilarityLimits,
  { thesisSha256, reportVersion }: SimilarityFiles,
  entry: Entry | undefined,
): SimilarityState {
  if (thesisSha256 === undefined || reportVersion === undefined) return 'no-files';
  if (!entry) return 'missing';
  if (entry.thesisSha256 !== thesisSha256 || entry.reportVersion !== reportVersion) {
    return 'outdated';
  }
  if (entry.event === 'entered') return 'unconfirmed';
  if (!reachesLimits(entry, limits)) return 'within';
  return entry.event === 'accepted' || entry.event === 'returned' ? entry.event : 'exceeded';
}

export const maySaveMark = (state: SimilarityState): boolean =>
  state === 'within' || state === 'accepted';

export const similarityActions = ['enter', 'confirm', 'decide'] as const;
export type SimilarityAction = (typeof similarityActions)[number];

const actionsOfMembers: Readonly<Partial<Record<SimilarityState, SimilarityAction[]>>> = {
  missing: ['enter'],
  outdated: ['enter'],
  unconfirmed: ['enter'],
};
const actionsOfStaff: Readonly<Partial<Record<SimilarityState, SimilarityAction[]>>> = {
  unconfirmed: ['confirm'],
  within: ['confirm'],
  exceeded: ['confirm', 'decide'],
  accepted: ['confirm', 'decide'],
  returned: ['confirm', 'decide'],
};

/** Returns what members, or the supervisor and admins, may do next. `confirm` also corrects confirmed figures. */
export const listSimilarityActions = (
  state: SimilarityState,
  side: 'member' | 'staff' | undefined,
): SimilarityAction[] => {
  if (side === undefined) return [];
  return (side === 'member' ? actionsOfMembers : actionsOfStaff)[state] ?? [];
};

export const similarityStateLabels: Readonly<Record<SimilarityState, string>> = {
  'no-files': 'Files missing',
  missing: 'Not entered',
  outdated: 'Outdated',
  unconfirmed: 'Not confirmed',
  within: 'Below the limits',
  exceeded: 'Needs a decision',
  accepted: 'Accepted',
  returned: 'Returned',
};

/** States as sentences that say what to do next. */
export const similarityStateSentences: Readonly<Record<SimilarityState, string>> = {
  'no-files': 'The group hasn’t uploaded both its thesis and its similarity report.',
  missing: 'A member still has to enter the figures of the similarity report.',
  outdated:
    'A newer version of the thesis or similarity report was uploaded, so a member must enter the figures again.',
  unconfirmed:
    'The supervisor hasn’t confirmed the figures of the similarity report yet. They can do this on the Documents tab of the group’s page.',
  within: 'The figures are confirmed and below the limits.',
  exceeded:
    'The figures reach a limit. The supervisor or an admin has to accept or return the thesis on the Documents tab of the group’s page.',
  accepted: 'The figures reach a limit, and the thesis was accepted with a reason.',
  returned:
    'The figures reach a limit, and the thesis was returned. The group has to upload a revised thesis with a new report.',
};

export const formatPercent = (value: number): string => `${value}%`;

/** Formats figures: "24% overall, 6.5% from one source". */
export const formatFigures = ({ overall, singleSource }: SimilarityFigures): string =>
  `${formatPercent(overall)} overall, ${formatPercent(singleSource)} from one source`;
