import { defuseLinks } from './safe-text.ts';

const maxLength = 120;

/** Returns user input as one line of at most 120 characters that mail programs do not turn into links. */
export function quoteUserText(text: string): string {
  const line = text
    .slice(0, 4 * maxLength)
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\s]+/gu, ' ')
    .trim();
  const characters = [...line];
  const bounded =
    characters.length > maxLength ? `${characters.slice(0, maxLength - 1).join('')}…` : line;
  return defuseLinks(bounded);
}
