import { z } from 'zod';
import { line, paragraph } from './text.ts';

// Error messages of patterns are phrases such as "a colour", because the content loader prepends "Write".

/** Maximum length of a text in a content file, in characters. */
export const maxContentText = 20_000;
export const contentLine = (label: string) => line(label, maxContentText);
export const contentText = (label: string) =>
  paragraph(label, maxContentText).min(1, `${label} is required.`);
export const contentParagraphs = z.array(contentText('Paragraph')).min(1);
