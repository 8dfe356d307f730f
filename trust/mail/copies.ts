import PostalMime from 'postal-mime';
import type { KeptLetter } from './scripted-server.ts';

/** The letters to an address that tell it something. */
export async function copiesFor(
  kept: readonly KeptLetter[],
  email: string,
  tag: string,
): Promise<KeptLetter[]> {
  const copies: KeptLetter[] = [];
  for (const letter of kept) {
    if (letter.recipient !== email) continue;
    const { text } = await PostalMime.parse(letter.raw);
    if (text?.includes(tag)) copies.push(letter);
  }
  return copies;
}
