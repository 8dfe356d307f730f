import type { Choices, LocalDeadlines } from '#contract/department.ts';
import { Problem } from '#contract/problem.ts';
import { withIds } from '#contract/rules/deadline-ids.ts';
import { milestonesOf, type Scheme } from '#contract/rules/scheme.ts';
import type { AffectedMilestone } from '#contract/rules/scheme-change.ts';
import type { SettingName } from '#contract/settings.ts';
import { findListed } from '#contract/values/listed.ts';
import { crossCheck, refused } from '#server/content/check-setting.ts';
import { checkLinks } from '#server/content/cross-checks.ts';
import { parseStored, standingSettings, standingValues } from '#server/content/read-settings.ts';
import type { Db, Row } from '#server/db/tables.ts';
import { findAffected, requireChoices } from '#server/marks/find-affected.ts';

/** What the cards and deadlines of a cohort choose from; undefined for the department. */
export async function listsOf(db: Db, scope: string): Promise<Choices | undefined> {
  if (scope === 'department') return undefined;
  return parseStored('choices', (await standingSettings(db, scope)).get('choices'));
}

/** A name that a card or a deadline still uses cannot leave the lists. Throws `invalid`. */
export async function requireCardsFit(
  db: Db,
  scope: string,
  name: SettingName,
  value: unknown,
): Promise<void> {
  if (name !== 'choices') return;
  const standing = await standingValues(db, scope);
  if (!standing) return;
  const lists = value as Choices;
  const cards = crossCheck('categories', standing.categories, '', lists);
  const programs = lists.programs.map((program) => program.value);
  const left = standing.deadlines.flatMap(({ title, programs: own = [] }) =>
    own.filter((program) => !findListed(programs, program)).map((program) => ({ title, program })),
  );
  const issues = [
    ...cards.map(({ path, message }) => ({
      path: [String(path[1] === 'options' ? 'categories' : path[1])],
      message: `${message.split(' is not among')[0]} stands on the category card “${
        standing.categories[Number(path[0])]?.title
      }”. Change that card first.`,
    })),
    ...left.map(({ title, program }) => ({
      path: ['programs'],
      message: `“${program}” is named by the deadline “${title}”. Change that deadline first.`,
    })),
  ];
  if (issues.length > 0) throw refused(issues);
}

/** A milestone is due with a deadline that there is, whichever of the two is saved. Throws `invalid`. */
export async function requireLinksFit(
  db: Db,
  scope: string,
  name: SettingName,
  value: unknown,
): Promise<void> {
  if (name !== 'scheme' && name !== 'deadlines') return;
  const standing = await standingSettings(db, scope);
  if (name === 'scheme') {
    const deadlines = parseStored('deadlines', standing.get('deadlines'));
    const issues = checkLinks(value as Scheme, deadlines);
    if (issues.length > 0) throw refused(issues);
    return;
  }
  const ids = withIds(value as LocalDeadlines).map(({ id }) => id);
  const before = withIds(parseStored('deadlines', standing.get('deadlines')));
  const left = milestonesOf(parseStored('scheme', standing.get('scheme'))).find(
    ({ deadline }) => deadline !== undefined && !ids.includes(deadline),
  );
  if (!left) return;
  const title = before.find(({ id }) => id === left.deadline)?.title ?? left.deadline;
  throw new Problem(
    'invalid',
    `The milestone “${left.title}” is due with the deadline “${title}”. Change that milestone in the marking scheme first, or keep the deadline with its id ${left.deadline}.`,
  );
}

/** Throws `marks-affected` for a scheme that changes the total or weight of a milestone with marks, or removes it. */
export async function requireMarksUnaffected(
  db: Db,
  standing: Pick<Row<'settings'>, 'scope' | 'name' | 'value' | 'version'>,
  value: unknown,
): Promise<void> {
  if (standing.name !== 'scheme') return;
  requireChoices(await affectedBy(db, standing, value as Scheme), {});
}

/** Returns the milestones whose marks a new scheme affects. */
export const affectedBy = (
  db: Db,
  standing: Pick<Row<'settings'>, 'scope' | 'value' | 'version'>,
  scheme: Scheme,
): Promise<AffectedMilestone[]> =>
  findAffected(db, standing.scope, parseStored('scheme', standing), scheme);
