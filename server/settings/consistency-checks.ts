import type { MarkingScheme } from '#contract/rules/scheme.ts';
import type { AffectedMilestone } from '#contract/rules/scheme-change.ts';
import type { ProposalChoices } from '#contract/settings/department.ts';
import type { OutcomeSettings } from '#contract/settings/outcomes.ts';
import { checkOutcomeMilestones } from '#server/content/check-outcomes.ts';
import { createContentIssuesProblem } from '#server/content/check-setting.ts';
import { checkMilestoneDeadlines } from '#server/content/cross-checks.ts';
import { parseStoredSetting, readCurrentSettings } from '#server/content/read-settings.ts';
import type { DatabaseRow, Db } from '#server/db/tables.ts';
import { findChangedMilestonesWithMarks } from '#server/marks/conversion/find-affected.ts';

/** Returns the lists of programs, categories and so on, or undefined if the scope is the department. */
export async function findCohortProposalChoices(
  db: Db,
  scope: string,
): Promise<ProposalChoices | undefined> {
  if (scope === 'department') return undefined;
  return parseStoredSetting('choices', (await readCurrentSettings(db, scope)).get('choices'));
}

/** Throws `invalid` if a milestone of the new scheme names a deadline that the cohort does not have. */
export async function requireExistingDeadlines(
  db: Db,
  scope: string,
  scheme: MarkingScheme,
): Promise<void> {
  const stored = await readCurrentSettings(db, scope);
  const deadlines = parseStoredSetting('deadlines', stored.get('deadlines'));
  const issues = checkMilestoneDeadlines(scheme, deadlines);
  if (issues.length > 0) throw createContentIssuesProblem(issues);
}

/** Throws `invalid` if a learning outcome names a milestone that the cohort's scheme does not contain. */
export async function requireExistingMilestones(
  db: Db,
  scope: string,
  outcomes: OutcomeSettings,
): Promise<void> {
  const stored = await readCurrentSettings(db, scope);
  const issues = checkOutcomeMilestones(
    outcomes,
    parseStoredSetting('scheme', stored.get('scheme')),
  );
  if (issues.length > 0) throw createContentIssuesProblem(issues);
}

export const findAffectedMilestones = (
  db: Db,
  stored: Pick<DatabaseRow<'settings'>, 'scope' | 'value' | 'version'>,
  scheme: MarkingScheme,
): Promise<AffectedMilestone[]> =>
  findChangedMilestonesWithMarks(db, stored.scope, parseStoredSetting('scheme', stored), scheme);
