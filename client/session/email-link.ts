/** A single-use link of an email, in the fragment of the login page's URL. */
export type EmailLink = { kind: 'confirm' | 'reset' | 'object'; token: string };

/** Returns the link in a URL's fragment, or undefined. */
export function emailLinkOf(hash: string): EmailLink | undefined {
  const found = /^#(confirm|reset|object)=([\w-]{20,100})$/.exec(hash);
  const [, kind, token] = found ?? [];
  return token && (kind === 'confirm' || kind === 'reset' || kind === 'object')
    ? { kind, token }
    : undefined;
}
