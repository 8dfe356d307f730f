/** A single-use link from an email, in the fragment of the login page's URL. */
export type EmailLink = { kind: 'confirm' | 'reset' | 'object'; token: string };

export function parseEmailLink(hash: string): EmailLink | undefined {
  const match = /^#(confirm|reset|object)=([\w-]{20,100})$/.exec(hash);
  const [, kind, token] = match ?? [];
  return token && (kind === 'confirm' || kind === 'reset' || kind === 'object')
    ? { kind, token }
    : undefined;
}
