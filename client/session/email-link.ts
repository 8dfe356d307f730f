import { links } from '#contract/links.ts';
import { Email } from '#contract/values/text.ts';

/** A single-use link from an email, in the fragment of the login page's URL. */
export type EmailLink = {
  kind: 'confirm' | 'reset' | 'object';
  /** Undefined if the link is incomplete. */
  token?: string;
  /** Email address of the account, only in links to choose a password. */
  email?: string;
};

const paths = {
  confirm: links.confirmEmail,
  reset: links.resetPassword,
  object: links.objectToGroup,
};

export const buildEmailLink = ({ kind, token = '', email }: EmailLink): string =>
  paths[kind](token, email);

/**
 * Parses the fragment of the login page, or a path in which a mail filter has encoded the `#`. Ignores characters after
 * the token: mail programs take a bracket or full stop that follows a link for a part of it.
 */
export function parseEmailLink(text: string): EmailLink | undefined {
  const match = /#(confirm|reset|object)=([\w-]*)(?:&for=([\w.+%!'*~-]+))?/.exec(
    text.replace(/%(?:25)*23/g, '#'),
  );
  const [, kind, token = '', encodedEmail] = match ?? [];
  if (kind !== 'confirm' && kind !== 'reset' && kind !== 'object') return undefined;
  if (!/^[\w-]{20,100}$/.test(token)) return { kind };
  const email = Email.safeParse(decodeText(encodedEmail)).data;
  return { kind, token, ...(email && { email }) };
}

/** Returns the text without punctuation that follows a link, or undefined if it cannot be decoded. */
function decodeText(encoded: string | undefined): string | undefined {
  try {
    return encoded && decodeURIComponent(encoded.replace(/%(?:25)+/g, '%')).replace(/\W+$/, '');
  } catch {
    return undefined;
  }
}
