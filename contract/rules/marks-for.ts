import { z } from 'zod';
import { cleanLine, removeInvisibleCharacters } from '#contract/values/text.ts';
import { hasAtMostTwoDecimals, type Milestone } from './scheme.ts';

/** Parses marks that older clients send as strings. Returns null if empty, and the text itself if invalid. */
function readTyped(text: string) {
  const typed = removeInvisibleCharacters(cleanLine(text)).trim();
  if (typed === '') return null;
  // Three digits after a comma may be thousands.
  return /^[+-]?\d+(\.\d*|,\d{0,2})?$/.test(typed) ? Number(typed.replace(',', '.')) : text;
}

/** Returns the schema of marks for a milestone: 0 to the total with at most two decimals, or null for not marked. */
export function buildMarksSchema({ title, total }: Pick<Milestone, 'title' | 'total'>) {
  const [noNumber, range] = [
    `${title}: marks must be a number.`,
    `${title}: enter marks from 0 to ${total}.`,
  ];
  const Marks = z
    .number(noNumber)
    .min(0, range)
    .max(total, range)
    .refine(hasAtMostTwoDecimals, { error: `${title}: marks can have up to two decimals.` })
    .nullable();
  const Text = z.string().max(20, { error: noNumber, abort: true }).transform(readTyped);
  return z.union([z.number(), z.null(), Text], noNumber).pipe(Marks);
}
