import { Problem } from '#contract/problem.ts';
import type { ProposalChoices } from '#contract/settings/department.ts';
import { getMenuLabel, type MenuLabels, menuEntries } from '#contract/settings/portal-names.ts';
import {
  type SettingName,
  type SettingValue,
  settingDefinitions,
} from '#contract/settings/settings.ts';
import { findContrastError } from '#contract/values/colour.ts';
import { toListEntryKey } from '#contract/values/listed.ts';
import { checkHomeTexts } from './check-formatting.ts';
import { checkKinds } from './check-kinds.ts';
import { checkOutcomes } from './check-outcomes.ts';
import {
  checkCategories,
  checkCourses,
  checkDeadlines,
  checkEmailTemplates,
  checkFaq,
  checkGroupRules,
  checkHelp,
  checkMarkingScheme,
  checkProposalChoices,
} from './cross-checks.ts';
import { addNewDeadlineIds } from './deadline-ids.ts';
import type { ContentIssue } from './files/format-issue.ts';
import { formatIssue } from './files/format-issue.ts';
import {
  type EncodedPictures,
  emptyEncodedPictures,
  findPictureIssues,
  replacePictureDataUrls,
} from './pictures/pictures.ts';

/** Returns an issue for each label that another page has too. Reports the label that the department has chosen. */
function checkMenu(menu: MenuLabels): ContentIssue[] {
  return menuEntries
    .filter((entry) => menu[entry] !== undefined)
    .flatMap((entry) => {
      const label = getMenuLabel(menu, entry);
      const key = toListEntryKey(label);
      const isRepeated = menuEntries.some(
        (other) => other !== entry && toListEntryKey(getMenuLabel(menu, other)) === key,
      );
      const message = `“${label}” is already the label of another page. Choose another.`;
      return isRepeated ? [{ path: ['menu', entry], message }] : [];
    });
}

function checkColour(colour: string | undefined): ContentIssue[] {
  const message = colour === undefined ? undefined : findContrastError(colour);
  return message === undefined ? [] : [{ path: ['colour'], message }];
}

type Check<Name extends SettingName> = (
  value: SettingValue<Name>,
  timeZone: string,
  lists: ProposalChoices | undefined,
) => ContentIssue[];

/** Validation rules that schemas cannot express. `lists` contains the choices that the value may refer to. */
const checks: { [Name in SettingName]?: Check<Name> } = {
  department: ({ colour, menu }) => [...checkColour(colour), ...checkMenu(menu)],
  home: checkHomeTexts,
  faq: checkFaq,
  help: checkHelp,
  courses: checkCourses,
  emails: checkEmailTemplates,
  choices: checkProposalChoices,
  categories: (cards, _, lists) => checkCategories(cards, lists),
  kinds: checkKinds,
  deadlines: checkDeadlines,
  scheme: checkMarkingScheme,
  groups: checkGroupRules,
  outcomes: (outcomes, _, lists) => checkOutcomes(outcomes, lists),
};

export function findSettingIssues(
  name: SettingName,
  value: unknown,
  timeZone: string,
  lists: ProposalChoices | undefined,
  pictures: EncodedPictures = emptyEncodedPictures,
): ContentIssue[] {
  const issues = checks[name]?.(value as never, timeZone, lists) ?? [];
  return [...findPictureIssues(name, value, pictures), ...issues];
}

/** Validates a setting and adds ids to new deadlines. Throws `invalid` with all field errors. */
export function parseSetting<Name extends SettingName>(
  name: Name,
  value: unknown,
  timeZone: string,
  lists: ProposalChoices | undefined,
  pictures: EncodedPictures = emptyEncodedPictures,
): SettingValue<Name> {
  const { schema } = settingDefinitions[name];
  const { data, error } = schema.safeParse(value, { reportInput: true });
  const issues = error
    ? error.issues.flatMap((issue) => formatIssue(issue, schema))
    : findSettingIssues(name, data, timeZone, lists, pictures);
  if (issues.length > 0) throw createContentIssuesProblem(issues);
  return addNewDeadlineIds(
    name,
    replacePictureDataUrls(name, data as SettingValue<Name>, pictures),
  );
}

export function createContentIssuesProblem(issues: readonly ContentIssue[]): Problem {
  const fields = Object.fromEntries(
    issues.toReversed().map(({ path, message }) => [path.map(String).join('.'), sentence(message)]),
  );
  const [first] = issues;
  const message = first ? sentence(first.message) : 'The value is not valid.';
  return new Problem('invalid', message, { fields });
}

function sentence(message: string): string {
  return /^(is|must|has|takes|cannot) /.test(message)
    ? `This ${message}`
    : message.replace(/^[a-z]/, (letter) => letter.toUpperCase());
}
