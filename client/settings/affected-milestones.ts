import type { Scheme } from '#contract/rules/scheme.ts';
import { findMilestone, milestonesOf } from '#contract/rules/scheme.ts';
import type { Conversion } from '#contract/settings.ts';

type How = Conversion[string];
export type Affected = {
  key: string;
  title: string;
  /** "10 to 20 marks", or that it goes. */
  change: string;
  choices: readonly How[];
};

/** The milestones whose marks a change of the scheme concerns: those with another total, and those that go. */
export function affectedMilestones(before: Scheme, after: Scheme): Affected[] {
  return milestonesOf(before).flatMap(({ key, title, total }): Affected[] => {
    const now = findMilestone(after, key);
    if (!now) return [{ key, title, change: 'is removed', choices: ['keep', 'remove'] }];
    if (now.total === total) return [];
    const change = `from ${total} to ${now.total} marks`;
    return [{ key, title, change, choices: ['keep', 'scale'] }];
  });
}

/** What is likely meant: marks follow their total, and go with their milestone. */
export const likelyConversion = (affected: readonly Affected[]): Conversion =>
  Object.fromEntries(
    affected.map(({ key, choices }) => [key, choices.includes('scale') ? 'scale' : 'remove']),
  );
