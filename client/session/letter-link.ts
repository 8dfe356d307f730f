/** A one-use link of a letter, as the login page's address carries it behind the #. */
export type LetterLink = { kind: 'confirm' | 'reset'; token: string };

/** The link in an address's fragment; undefined when there is none. */
export function letterLinkOf(hash: string): LetterLink | undefined {
  const found = /^#(confirm|reset)=([\w-]{20,100})$/.exec(hash);
  const [, kind, token] = found ?? [];
  return token && (kind === 'confirm' || kind === 'reset') ? { kind, token } : undefined;
}
