import type { GroupRules } from '#contract/rules/group-rules.ts';
import { matchesRollPattern } from '#contract/rules/roll.ts';
import { listMilestones, type MarkingScheme } from '#contract/rules/scheme.ts';
import type { Categories } from '#contract/settings/categories.ts';
import type { Faq } from '#contract/settings/content.ts';
import type { Courses } from '#contract/settings/courses.ts';
import type { DeadlineSettings, ProposalChoices } from '#contract/settings/department.ts';
import {
  type EmailTemplates,
  emailKindNames,
  findPlaceholderErrors,
} from '#contract/settings/email-templates.ts';
import { type Help, helpGuideNames } from '#contract/settings/help.ts';
import { findListEntry, toListEntryKey } from '#contract/values/listed.ts';
import { parseWallClock } from '#contract/values/wall-clock.ts';
import { checkEmailTexts, checkFaqTexts, checkHelpTexts } from './check-formatting.ts';
import type { ContentIssue, IssuePath } from './files/format-issue.ts';

type Place = { path: IssuePath; value: string };

/** Returns an issue for each value that differs from an earlier one at most in case and spaces. */
export function repeated(places: readonly Place[]): ContentIssue[] {
  const first = new Map<string, IssuePath>();
  return places.flatMap(({ path, value }) => {
    const key = toListEntryKey(value);
    const earlier = first.get(key);
    if (!earlier) first.set(key, path);
    return earlier
      ? [{ path, message: `“${value}” is already used at ${earlier.join('.')}. Choose another.` }]
      : [];
  });
}

const placesIn = (name: string, values: readonly string[]): Place[] =>
  values.map((value, index) => ({ path: [name, index], value }));

/** Returns an issue for each duplicate choice, and for a supervisor with the reserved name “other”. */
export function checkProposalChoices(department: ProposalChoices): ContentIssue[] {
  const supervisors = placesIn('supervisors', department.supervisors);
  return [
    ...repeated(
      department.programs.map(({ value }, index) => ({
        path: ['programs', index, 'value'],
        value,
      })),
    ),
    ...repeated(placesIn('categories', department.categories)),
    ...repeated(supervisors),
    ...supervisors
      .filter(({ value }) => toListEntryKey(value) === 'other')
      .map(({ path }) => ({
        path,
        message: 'the portal adds “other” automatically. Remove this line.',
      })),
  ];
}

/** Returns an issue for each unknown placeholder. Each kind of email has its own placeholders. */
export const checkEmailTemplates = (emails: EmailTemplates): ContentIssue[] => [
  ...emailKindNames.flatMap((kind) =>
    Object.entries(findPlaceholderErrors(kind, emails[kind])).map(([part, message]) => ({
      path: [kind, part],
      message,
    })),
  ),
  ...checkEmailTexts(emails),
];

/** Returns an issue for each duplicate id. Ids must be unique across sections, because they are anchors on one page. */
export function checkFaq(faq: Faq): ContentIssue[] {
  const ids = faq.flatMap(({ id, questions }, section) => [
    { path: [section, 'id'], value: id },
    ...questions.map((item, index) => ({
      path: [section, 'questions', index, 'id'],
      value: item.id,
    })),
  ]);
  return [...repeated(ids), ...checkFaqTexts(faq)];
}

/** Returns an issue for each duplicate id in a guide. Guides are on different pages. */
export const checkHelp = (help: Help): ContentIssue[] => [
  ...helpGuideNames.flatMap((name) =>
    repeated(help[name].map(({ id }, index) => ({ path: [name, index, 'id'], value: id }))),
  ),
  ...checkHelpTexts(help),
];

export function checkDeadlines(
  deadlines: DeadlineSettings,
  timeZone: string,
  lists: ProposalChoices | undefined,
): ContentIssue[] {
  const programs = lists?.programs.map(({ value }) => value);
  const ids = deadlines.flatMap(({ id }, index) =>
    id === undefined ? [] : [{ path: [index, 'id'], value: id }],
  );
  const unknown = deadlines.flatMap((deadline, index) =>
    (deadline.programs ?? []).flatMap((program, at) =>
      !programs || findListEntry(programs, program) !== undefined
        ? []
        : [
            {
              path: [index, 'programs', at],
              message: `“${program}” is not among the programs. Enter one of ${programs.join(', ')}.`,
            },
          ],
    ),
  );
  return [
    ...repeated(ids),
    ...unknown,
    ...deadlines.flatMap(({ due }, index) =>
      parseWallClock(due, timeZone) === undefined
        ? [
            {
              path: [index, 'due'],
              message: `“${due}” is not in the calendar. Correct its date or time.`,
            },
          ]
        : [],
    ),
  ];
}

export function checkGroupRules({
  minMembers = 1,
  maxMembers,
  eligibility,
  roll,
}: GroupRules): ContentIssue[] {
  const questions = eligibility.map(({ id }, index) => ({
    path: ['eligibility', index, 'id'],
    value: id,
  }));
  const isFitting = !roll || matchesRollPattern(roll.example, roll.pattern);
  return [
    ...repeated(questions),
    ...(minMembers <= maxMembers
      ? []
      : [
          {
            path: ['minMembers'],
            message: `is ${minMembers}, more than the maximum. Enter a number of ${maxMembers} or less.`,
          },
        ]),
    ...(isFitting
      ? []
      : [
          {
            path: ['roll', 'example'],
            message: `“${roll.example}” does not fit the pattern ${roll.pattern}. Correct one of them.`,
          },
        ]),
  ];
}

/** Checks that milestone keys and part titles are unique, and that there is at most one viva and one pair of limits. */
export function checkMarkingScheme(scheme: MarkingScheme): ContentIssue[] {
  const { parts } = scheme;
  const milestones = parts.flatMap((part, index) =>
    part.milestones.map(({ key }, at) => ({
      path: ['parts', index, 'milestones', at, 'key'],
      value: key,
    })),
  );
  const [, ...furtherVivas] = parts.flatMap(({ viva }, index) => (viva ? [index] : []));
  const [, ...furtherLimits] = parts.flatMap((part, index) =>
    part.milestones.flatMap(({ similarity }, at) =>
      similarity ? [['parts', index, 'milestones', at, 'similarity']] : [],
    ),
  );
  const weights = listMilestones(scheme).reduce((sum, { weight }) => sum + weight, 0);
  return [
    ...repeated(
      parts.map(({ title }, index) => ({ path: ['parts', index, 'title'], value: title })),
    ),
    ...repeated(milestones),
    ...furtherVivas.map((index) => ({
      path: ['parts', index, 'viva'],
      message: 'another part already has the viva. Remove this line.',
    })),
    ...furtherLimits.map((path) => ({
      path,
      message: 'another milestone already has similarity limits. Remove them here.',
    })),
    ...(weights > 0
      ? []
      : [{ path: ['parts'], message: 'no milestone has a weight above 0. Give at least one.' }]),
  ];
}

/** Returns an issue for each milestone whose deadline is not in `deadlines`. */
export function checkMilestoneDeadlines(
  { parts }: MarkingScheme,
  deadlines: DeadlineSettings,
): ContentIssue[] {
  const ids = deadlines.flatMap(({ id }) => id ?? []);
  return parts.flatMap(({ milestones }, index) =>
    milestones.flatMap(({ title, deadline }, at) =>
      deadline === undefined || ids.includes(deadline)
        ? []
        : [
            {
              path: ['parts', index, 'milestones', at, 'deadline'],
              message: `“${deadline}”, which the milestone “${title}” is due with, is not among the deadlines. Enter one of ${ids.join(', ')}, or leave it out.`,
            },
          ],
    ),
  );
}

/** Checks that ids are unique and that students can meet the certificate rule (spec 9). */
export function checkCourses({ rule, topics }: Courses): ContentIssue[] {
  const mandatory = rule.mandatory.map(({ id }) => id);
  const courses = topics.flatMap((topic, index) =>
    topic.courses.map((course, at) => ({ ...course, path: ['topics', index, 'courses', at] })),
  );
  const sum = mandatory.length + rule.minimumOptional;
  return [
    ...repeated(
      mandatory.map((value, index) => ({ path: ['rule', 'mandatory', index, 'id'], value })),
    ),
    ...repeated(topics.map(({ id }, index) => ({ path: ['topics', index, 'id'], value: id }))),
    ...repeated(courses.map(({ id, path }) => ({ path: [...path, 'id'], value: id }))),
    ...courses.flatMap(({ fulfils, path }) =>
      fulfils === undefined || mandatory.includes(fulfils)
        ? []
        : [
            {
              path: [...path, 'fulfils'],
              message: `“${fulfils}” is not a mandatory certificate. Enter one of ${mandatory.join(', ')}, or leave the field out.`,
            },
          ],
    ),
    ...(rule.minimum < sum
      ? [
          {
            path: ['rule', 'minimum'],
            message: `is too small: ${mandatory.length} mandatory and ${rule.minimumOptional} optional certificates make ${sum}. Enter ${sum} or more.`,
          },
        ]
      : []),
  ];
}

export function checkCategories(
  categories: Categories,
  department: ProposalChoices | undefined,
): ContentIssue[] {
  const unlisted = (field: 'supervisors' | 'options', list: readonly string[], listName: string) =>
    categories.flatMap((card, index) =>
      card[field].flatMap((value, at) =>
        findListEntry(list, value) !== undefined
          ? []
          : [
              {
                path: [index, field, at],
                message: `“${value}” is not among the ${listName} of department.yaml. Enter it as it stands there, or add it there.`,
              },
            ],
      ),
    );
  return [
    ...repeated(categories.map(({ id }, index) => ({ path: [index, 'id'], value: id }))),
    ...(department ? unlisted('supervisors', department.supervisors, 'supervisors') : []),
    ...(department ? unlisted('options', department.categories, 'categories') : []),
  ];
}
