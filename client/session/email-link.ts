/** A one-use link of an email, as the login page's address carries it behind the #. */
export type EmailLink = { kind: 'confirm' | 'reset' | 'object'; token: string };

/** The link in an address's fragment; undefined when there is none. */
export function emailLinkOf(hash: string): EmailLink | undefined {
  const found = /^#(confirm|reset|object)=([\w-]{20,100})$/.exec(hash);
  const [, kind, token] = found ?? [];
  return token && (kind === 'confirm' || kind === 'reset' || kind === 'object')
    ? { kind, token }
    : undefined;
}
