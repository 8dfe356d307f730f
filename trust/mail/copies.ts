import PostalMime from 'postal-mime';
import type { KeptEmail } from './scripted-server.ts';

/** The emails to an address that tell it something. */
export async function copiesFor(
  kept: readonly KeptEmail[],
  recipient: string,
  tag: string,
): Promise<KeptEmail[]> {
  const copies: KeptEmail[] = [];
  for (const email of kept) {
    if (email.recipient !== recipient) continue;
    const { text } = await PostalMime.parse(email.raw);
    if (text?.includes(tag)) copies.push(email);
  }
  return copies;
}
