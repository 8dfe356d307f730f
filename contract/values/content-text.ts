import { z } from 'zod';
import { buildLineSchema, buildParagraphSchema } from './text.ts';

// In content schemas, a `regex()` error is a noun phrase, such as "a colour": the content loader prepends "Write".

/** Maximum length of a text in a content file, in characters. */
export const maxContentTextLength = 20_000;
export const buildContentLineSchema = (label: string) =>
  buildLineSchema(label, maxContentTextLength);
export const buildContentTextSchema = (label: string) =>
  buildParagraphSchema(label, maxContentTextLength).min(1, `${label} is required.`);
export const ContentParagraphs = z.array(buildContentTextSchema('Paragraph')).min(1);
