import { z } from 'zod';
import { buildLineSchema, buildParagraphSchema } from './text.ts';

// In schemas for content files, the error message of a `regex()` check is a noun phrase such as "a colour", because the
// content loader puts "Write" before it.

/** Maximum length of a text in a content file, in characters. */
export const maxContentTextLength = 20_000;
export const buildContentLineSchema = (label: string) =>
  buildLineSchema(label, maxContentTextLength);
export const buildContentTextSchema = (label: string) =>
  buildParagraphSchema(label, maxContentTextLength).min(1, `${label} is required.`);
export const ContentParagraphs = z.array(buildContentTextSchema('Paragraph')).min(1);
