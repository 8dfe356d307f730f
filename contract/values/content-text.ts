import { z } from 'zod';
import { line, paragraph } from './text.ts';

// The content loader prepends "Write" to the message of a pattern.

/** Maximum number of characters of a text in the content files. */
export const maxContentText = 20_000;
export const contentLine = (label: string) => line(label, maxContentText);
export const contentText = (label: string) =>
  paragraph(label, maxContentText).min(1, `${label} is required.`);
/** Paragraphs of formatted text; see `parse-formatted-text.ts`. */
export const contentParagraphs = z.array(contentText('Paragraph')).min(1);
