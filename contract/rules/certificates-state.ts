import type { Courses } from '#contract/courses.ts';

type Rule = Pick<Courses['rule'], 'minimum' | 'mandatory' | 'minimumOptional'>;

export const certificatesStates = ['missing', 'incomplete', 'unchecked', 'complete'] as const;
export type CertificatesStateName = (typeof certificatesStates)[number];

/** What a state is called on pages and in files. */
export const certificatesStateLabels: Record<CertificatesStateName, string> = {
  missing: 'Missing',
  incomplete: 'Incomplete',
  unchecked: 'To check',
  complete: 'Complete',
};

export const entryStates = ['unchecked', 'accepted', 'returned'] as const;
export type EntryState = (typeof entryStates)[number];

/** What the state of a student follows from; `count` stands for so many alike. */
export type CountedEntry = { countsFor: string; state: EntryState; count?: number };

/** The newest merged PDF: `checked` is the check of the whole file, which a new version loses. */
export type CertificatesFile = 'none' | 'uploaded' | 'checked';

export type CertificatesState = {
  state: CertificatesStateName;
  /** What is missing by the rule, each as a sentence without its dot; empty unless missing or incomplete. */
  lacking: string[];
  /** The state in one sentence. */
  sentence: string;
};

/** How many optional certificates are needed when all mandatory ones are there. */
export function optionalNeeded(rule: Rule): number {
  return Math.max(rule.minimumOptional, rule.minimum - rule.mandatory.length);
}

/** A mandatory certificate that the rule no longer names counts as optional. */
function countOf(rule: Rule, entries: readonly CountedEntry[], states: readonly EntryState[]) {
  const counts = new Map<string, number>();
  for (const { countsFor, state, count = 1 } of entries) {
    if (!states.includes(state)) continue;
    const isKnown = countsFor === 'internship' || rule.mandatory.some(({ id }) => id === countsFor);
    const key = isKnown ? countsFor : 'optional';
    counts.set(key, (counts.get(key) ?? 0) + count);
  }
  return counts;
}

/** What the rule asks for: each mandatory certificate, and the optional ones together. */
export function requirementsOf(rule: Rule, entries: readonly CountedEntry[]) {
  const accepted = countOf(rule, entries, ['accepted']);
  const listed = countOf(rule, entries, ['accepted', 'unchecked']);
  const needed = optionalNeeded(rule);
  const asked = [
    ...rule.mandatory.map(({ id, title }) => ({ id, title, needed: 1 })),
    ...(needed > 0 ? [{ id: 'optional', title: 'Optional', needed }] : []),
  ];
  return asked.map((one) => ({
    ...one,
    accepted: Math.min(one.needed, accepted.get(one.id) ?? 0),
    listed: Math.min(one.needed, listed.get(one.id) ?? 0),
  }));
}

/**
 * The one place that decides where a student stands with their certificates (spec 9). An accepted internship
 * certificate completes. So does the check of the whole file, unless an entry is unchecked or returned.
 */
export function certificatesState(
  rule: Rule,
  entries: readonly CountedEntry[],
  file: CertificatesFile,
): CertificatesState {
  const of = (state: EntryState) => sumOf(entries.filter((entry) => entry.state === state));
  const asked = requirementsOf(rule, entries);
  const hasFile = file !== 'none';
  const internship = (states: EntryState[]) => countOf(rule, entries, states).has('internship');
  const isAccepted = asked.every(({ needed, accepted }) => accepted === needed) && hasFile;
  const isCheckedWhole = file === 'checked' && of('unchecked') + of('returned') === 0;
  if (internship(['accepted']) || isAccepted || isCheckedWhole) {
    return { state: 'complete', lacking: [], sentence: 'The certificates are complete.' };
  }
  const isListed = internship(['unchecked']) || asked.every((one) => one.listed === one.needed);
  if (isListed && hasFile) {
    const sentence = waiting(of('unchecked'));
    return { state: 'unchecked', lacking: [], sentence };
  }
  const lacking = [
    ...(isListed ? [] : lackingOf(asked)),
    ...(hasFile ? [] : ['the merged PDF is missing']),
  ];
  const state = sumOf(entries) === 0 && !hasFile ? 'missing' : 'incomplete';
  return { state, lacking, sentence: sentenceOf(lacking) };
}

const sumOf = (entries: readonly CountedEntry[]) =>
  entries.reduce((sum, { count = 1 }) => sum + count, 0);

const waiting = (count: number) =>
  count === 1
    ? 'One certificate waits to be checked.'
    : `${count} certificates wait to be checked.`;

function lackingOf(asked: ReturnType<typeof requirementsOf>): string[] {
  return asked.flatMap(({ id, title, needed, listed }) => {
    const open = needed - listed;
    if (open === 0) return [];
    if (id !== 'optional') return [`${title} is missing`];
    return [
      open === 1
        ? '1 optional certificate is missing'
        : `${open} optional certificates are missing`,
    ];
  });
}

function sentenceOf(lacking: readonly string[]): string {
  const [first = '', ...rest] = lacking;
  return `${[first.charAt(0).toUpperCase() + first.slice(1), ...rest].join(', ')}.`;
}
