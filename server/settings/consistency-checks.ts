import { Problem } from '#contract/problem.ts';
import { listMilestones, type MarkingScheme } from '#contract/rules/scheme.ts';
import type { AffectedMilestone } from '#contract/rules/scheme-change.ts';
import type { DeadlineSettings, ProposalChoices } from '#contract/settings/department.ts';
import type { SettingName } from '#contract/settings/settings.ts';
import { findListEntry } from '#contract/values/listed.ts';
import { createContentIssuesProblem, findSettingIssues } from '#server/content/check-setting.ts';
import { checkMilestoneDeadlines } from '#server/content/cross-checks.ts';
import {
  parseStoredSetting,
  readCurrentCohortSettings,
  readCurrentSettings,
} from '#server/content/read-settings.ts';
import type { DatabaseRow, Db } from '#server/db/tables.ts';
import {
  findChangedMilestonesWithMarks,
  requireConversionChoices,
} from '#server/marks/conversion/find-affected.ts';

/** Returns the lists of programs, categories and so on, or undefined if the scope is the department. */
export async function findCohortProposalChoices(
  db: Db,
  scope: string,
): Promise<ProposalChoices | undefined> {
  if (scope === 'department') return undefined;
  return parseStoredSetting('choices', (await readCurrentSettings(db, scope)).get('choices'));
}

/** Throws `invalid` if a category card or a deadline refers to an entry that is not in the new lists. */
export async function requireUsedChoicesKept(
  db: Db,
  scope: string,
  name: SettingName,
  value: unknown,
): Promise<void> {
  if (name !== 'choices') return;
  const stored = await readCurrentCohortSettings(db, scope);
  if (!stored) return;
  const lists = value as ProposalChoices;
  const cards = findSettingIssues('categories', stored.categories, '', lists);
  const programs = lists.programs.map((program) => program.value);
  const left = stored.deadlines.flatMap(({ title, programs: deadlinePrograms = [] }) =>
    deadlinePrograms
      .filter((program) => !findListEntry(programs, program))
      .map((program) => ({ title, program })),
  );
  const issues = [
    ...cards.map(({ path, message }) => ({
      path: [String(path[1] === 'options' ? 'categories' : path[1])],
      message: `${message.split(' is not among')[0]} is on the category card “${
        stored.categories[Number(path[0])]?.title
      }”. Change that card first.`,
    })),
    ...left.map(({ title, program }) => ({
      path: ['programs'],
      message: `“${program}” is named by the deadline “${title}”. Change that deadline first.`,
    })),
  ];
  if (issues.length > 0) throw createContentIssuesProblem(issues);
}

/** Throws `invalid` if, after the new value is saved, a milestone would refer to a missing deadline. */
export async function requireExistingDeadlines(
  db: Db,
  scope: string,
  name: SettingName,
  value: unknown,
): Promise<void> {
  if (name !== 'scheme' && name !== 'deadlines') return;
  const stored = await readCurrentSettings(db, scope);
  if (name === 'scheme') {
    const deadlines = parseStoredSetting('deadlines', stored.get('deadlines'));
    const issues = checkMilestoneDeadlines(value as MarkingScheme, deadlines);
    if (issues.length > 0) throw createContentIssuesProblem(issues);
    return;
  }
  const ids = (value as DeadlineSettings).flatMap(({ id }) => id ?? []);
  const before = parseStoredSetting('deadlines', stored.get('deadlines'));
  const left = listMilestones(parseStoredSetting('scheme', stored.get('scheme'))).find(
    ({ deadline }) => deadline !== undefined && !ids.includes(deadline),
  );
  if (!left) return;
  const title = before.find(({ id }) => id === left.deadline)?.title ?? left.deadline;
  throw new Problem(
    'invalid',
    `The milestone “${left.title}” is due with the deadline “${title}”. Change that milestone in the marking scheme first, or keep the deadline with its id ${left.deadline}.`,
  );
}

/** Throws `marks-affected` if the new scheme removes a milestone with marks, or changes its total or weight. */
export async function requireMarksUnaffected(
  db: Db,
  stored: Pick<DatabaseRow<'settings'>, 'scope' | 'name' | 'value' | 'version'>,
  value: unknown,
): Promise<void> {
  if (stored.name !== 'scheme') return;
  requireConversionChoices(await findAffectedMilestones(db, stored, value as MarkingScheme), {});
}

export const findAffectedMilestones = (
  db: Db,
  stored: Pick<DatabaseRow<'settings'>, 'scope' | 'value' | 'version'>,
  scheme: MarkingScheme,
): Promise<AffectedMilestone[]> =>
  findChangedMilestonesWithMarks(db, stored.scope, parseStoredSetting('scheme', stored), scheme);
