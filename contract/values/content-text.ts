import { z } from 'zod';
import { line, paragraph } from './text.ts';

// A pattern's message completes "Write …": the loader shows it to the person who edits the content files.

/** The most characters of a text in the content files. */
export const maxContentText = 20_000;
/** One required line. */
export const contentLine = (label: string) => line(label, maxContentText);
/** A required text of one or more lines. */
export const contentText = (label: string) =>
  paragraph(label, maxContentText).min(1, `${label} is required.`);
/** Formatted text: see `parse-formatted-text.ts`. */
export const contentParagraphs = z.array(contentText('Paragraph')).min(1);
