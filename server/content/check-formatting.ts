import type { Faq, HomeContent } from '#contract/settings/content.ts';
import {
  type EmailTemplate,
  type EmailTemplates,
  emailKindNames,
} from '#contract/settings/email-templates.ts';
import { type Help, helpGuideNames } from '#contract/settings/help.ts';
import { parseFormattedText } from '#contract/values/formatted/parse-formatted-text.ts';
import type { ContentIssue, IssuePath } from './files/format-issue.ts';

function checkText(text: string, path: IssuePath): ContentIssue[] {
  return parseFormattedText(text).errors.map((message) => ({ path, message }));
}

/** Returns an issue for each invalid link in the FAQ answers. */
export const checkFaqTexts = (faq: Faq): ContentIssue[] =>
  faq.flatMap(({ questions }, section) =>
    questions.flatMap(({ answer }, index) =>
      answer.flatMap((text, at) => checkText(text, [section, 'questions', index, 'answer', at])),
    ),
  );

/** Returns an issue for each invalid link in the help. */
export const checkHelpTexts = (help: Help): ContentIssue[] =>
  helpGuideNames.flatMap((name) =>
    help[name].flatMap(({ text }, index) =>
      text.flatMap((paragraph, at) => checkText(paragraph, [name, index, 'text', at])),
    ),
  );

export const checkHomeTexts = ({ messages }: HomeContent): ContentIssue[] =>
  messages.flatMap(({ paragraphs }, index) =>
    paragraphs.flatMap((text, at) => checkText(text, ['messages', index, 'paragraphs', at])),
  );

export const checkEmailTexts = (emails: EmailTemplates): ContentIssue[] =>
  emailKindNames.flatMap((kind) => {
    const words: EmailTemplate = emails[kind];
    return (['opening', 'closing'] as const).flatMap((part) =>
      checkText(words[part] ?? '', [kind, part]),
    );
  });
