import type { Categories } from '#contract/settings/categories.ts';
import type {
  Faq,
  FormattedFaq,
  FormattedHomeMessage,
  HomeContent,
} from '#contract/settings/content.ts';
import type { Courses } from '#contract/settings/courses.ts';
import { type FormattedHelpGuide, type Help, helpGuideNames } from '#contract/settings/help.ts';
import type { ModuleName } from '#contract/settings/modules.ts';
import { fillRulePlaceholders, type RuleValues } from '#contract/settings/rule-placeholders.ts';
import type { FormattedText } from '#contract/values/formatted/formatted-text.ts';
import { parseFormattedText } from '#contract/values/formatted/parse-formatted-text.ts';

/** Caches the result of `parse` for each immutable value, until the values of the placeholders change. */
function oncePer<Value extends object, Result>(parse: (value: Value) => Result) {
  const parsed = new WeakMap<Value, { values: RuleValues; result: Result }>();
  return (value: Value, values: RuleValues): Result => {
    const known = parsed.get(value);
    if (known?.values === values) return known.result;
    const result = parse(fillRulePlaceholders(value, values));
    parsed.set(value, { values, result });
    return result;
  };
}

const parseAll = (paragraphs: readonly string[]): FormattedText =>
  paragraphs.flatMap((text) => parseFormattedText(text).blocks);

export const toFormattedFaq = oncePer(
  (faq: Faq): FormattedFaq =>
    faq.map((section) => ({
      ...section,
      questions: section.questions.map((item) => ({ ...item, answer: parseAll(item.answer) })),
    })),
);

type FormattedTopic = FormattedHelpGuide['topics'][number] & { module: ModuleName | undefined };

/** Formats the topics of all guides. The topics of modules that are switched off must not be shown. */
export const toFormattedHelp = oncePer((help: Help) =>
  helpGuideNames.map((name) => ({
    name,
    topics: help[name].map(
      ({ module, text, ...topic }): FormattedTopic => ({ ...topic, module, text: parseAll(text) }),
    ),
  })),
);

export const toFormattedHome = oncePer(({ messages, ...home }: HomeContent) => ({
  ...home,
  messages: messages.map(
    ({ paragraphs, ...message }): FormattedHomeMessage => ({
      ...message,
      text: parseAll(paragraphs),
    }),
  ),
}));

export const toShownCategories = oncePer((categories: Categories) => categories);

export const toShownCourses = oncePer((courses: Courses) => courses);
