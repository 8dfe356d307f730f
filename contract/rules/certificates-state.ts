import type { Courses } from '#contract/settings/courses.ts';

type Rule = Pick<Courses['rule'], 'minimum' | 'mandatory' | 'minimumOptional'>;

export const certificatesStates = ['missing', 'incomplete', 'unchecked', 'complete'] as const;
export type CertificatesStateName = (typeof certificatesStates)[number];

export const certificatesStateLabels: Record<CertificatesStateName, string> = {
  missing: 'Missing',
  incomplete: 'Incomplete',
  unchecked: 'To check',
  complete: 'Complete',
};

export const certificateEntryStates = ['unchecked', 'accepted', 'returned'] as const;
export type CertificateEntryState = (typeof certificateEntryStates)[number];

export type CertificateEntry = { countsFor: string; state: CertificateEntryState; count?: number };

/** `checked`: staff have checked the newest version of the merged PDF. Each new version starts as `uploaded`. */
export type CertificateFileState = 'none' | 'uploaded' | 'checked';

export type CertificatesState = {
  state: CertificatesStateName;
  /** Missing requirements as clauses without a full stop. Empty if the state is `unchecked` or `complete`. */
  lacking: string[];
  sentence: string;
};

/** Returns the number of optional certificates required in addition to the mandatory ones. */
export function countRequiredOptionalCertificates(rule: Rule): number {
  return Math.max(rule.minimumOptional, rule.minimum - rule.mandatory.length);
}

/** Counts certificates in the given states by requirement. Certificates of removed requirements count as optional. */
function countOf(
  rule: Rule,
  entries: readonly CertificateEntry[],
  states: readonly CertificateEntryState[],
) {
  const counts = new Map<string, number>();
  for (const { countsFor, state, count = 1 } of entries) {
    if (!states.includes(state)) continue;
    const isKnown = countsFor === 'internship' || rule.mandatory.some(({ id }) => id === countsFor);
    const key = isKnown ? countsFor : 'optional';
    counts.set(key, (counts.get(key) ?? 0) + count);
  }
  return counts;
}

/** Returns the progress on each mandatory certificate, and on all optional certificates together. */
export function getRequirementProgress(rule: Rule, entries: readonly CertificateEntry[]) {
  const accepted = countOf(rule, entries, ['accepted']);
  const listed = countOf(rule, entries, ['accepted', 'unchecked']);
  const needed = countRequiredOptionalCertificates(rule);
  const requirements = [
    ...rule.mandatory.map(({ id, title }) => ({ id, title, needed: 1 })),
    ...(needed > 0 ? [{ id: 'optional', title: 'Optional', needed }] : []),
  ];
  return requirements.map((requirement) => ({
    ...requirement,
    accepted: Math.min(requirement.needed, accepted.get(requirement.id) ?? 0),
    listed: Math.min(requirement.needed, listed.get(requirement.id) ?? 0),
  }));
}

/** Computes the state of a student's certificates (spec 9). Staff may check the PDF instead of each certificate. */
export function getCertificatesState(
  rule: Rule,
  entries: readonly CertificateEntry[],
  file: CertificateFileState,
): CertificatesState {
  const countState = (state: CertificateEntryState) =>
    sumOf(entries.filter((entry) => entry.state === state));
  const requirements = getRequirementProgress(rule, entries);
  const hasFile = file !== 'none';
  const internship = (states: CertificateEntryState[]) =>
    countOf(rule, entries, states).has('internship');
  const isAccepted = requirements.every(({ needed, accepted }) => accepted === needed) && hasFile;
  const isCheckedWhole =
    file === 'checked' && countState('unchecked') + countState('returned') === 0;
  if (internship(['accepted']) || isAccepted || isCheckedWhole) {
    return { state: 'complete', lacking: [], sentence: 'The certificates are complete.' };
  }
  const isListed =
    internship(['unchecked']) || requirements.every(({ needed, listed }) => listed === needed);
  if (isListed && hasFile) {
    const sentence = waiting(countState('unchecked'));
    return { state: 'unchecked', lacking: [], sentence };
  }
  const lacking = [
    ...(isListed ? [] : lackingOf(requirements)),
    ...(hasFile ? [] : ['the merged PDF is missing']),
  ];
  const state = sumOf(entries) === 0 && !hasFile ? 'missing' : 'incomplete';
  return { state, lacking, sentence: sentenceOf(lacking) };
}

const sumOf = (entries: readonly CertificateEntry[]) =>
  entries.reduce((sum, { count = 1 }) => sum + count, 0);

const waiting = (count: number) =>
  count === 1
    ? 'One certificate needs to be checked.'
    : `${count} certificates need to be checked.`;

function lackingOf(requirements: ReturnType<typeof getRequirementProgress>): string[] {
  return requirements.flatMap(({ id, title, needed, listed }) => {
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
