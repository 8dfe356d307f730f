import type {
  Faq,
  FormattedFaq,
  FormattedHomeMessage,
  HomeContent,
} from '#contract/settings/content.ts';
import type { FormattedText } from '#contract/values/formatted/formatted-text.ts';
import { parseFormattedText } from '#contract/values/formatted/parse-formatted-text.ts';

/** Caches the result of `parse` for each immutable value. */
function oncePer<Value extends object, Result>(parse: (value: Value) => Result) {
  const parsed = new WeakMap<Value, Result>();
  return (value: Value): Result => {
    const known = parsed.get(value);
    if (known !== undefined) return known;
    const result = parse(value);
    parsed.set(value, result);
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

export const toFormattedMessages = oncePer(
  (messages: HomeContent['messages']): FormattedHomeMessage[] =>
    messages.map(({ paragraphs, ...message }) => ({ ...message, text: parseAll(paragraphs) })),
);
