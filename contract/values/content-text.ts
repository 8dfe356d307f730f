import { z } from 'zod';
import { line, paragraph } from './text.ts';

// Messages of patterns have no verb, because the content loader prepends "Write".

/** Maximum length of each text in the content files, in characters. */
export const maxContentText = 20_000;
export const contentLine = (label: string) => line(label, maxContentText);
export const contentText = (label: string) =>
  paragraph(label, maxContentText).min(1, `${label} is required.`);
/** Paragraphs of formatted text; see `parse-formatted-text.ts`. */
export const contentParagraphs = z.array(contentText('Paragraph')).min(1);
