import { links } from '#contract/links.ts';

/** A single-use link from an email, in the fragment of the login page's URL. */
export type EmailLink = {
  kind: 'confirm' | 'reset' | 'object';
  /** Undefined if the link is incomplete. */
  token?: string;
};

const paths = {
  confirm: links.confirmEmail,
  reset: links.resetPassword,
  object: links.objectToGroup,
};

export const buildEmailLink = ({ kind, token = '' }: EmailLink): string => paths[kind](token);

/**
 * Parses the fragment of the login page, or a path in which a mail filter has encoded the `#`. Ignores characters after
 * the token: mail programs take a bracket or full stop that follows a link for a part of it.
 */
export function parseEmailLink(text: string): EmailLink | undefined {
  const match = /#(confirm|reset|object)=([\w-]*)/.exec(text.replace(/%(?:25)*23/g, '#'));
  const [, kind, token = ''] = match ?? [];
  if (kind !== 'confirm' && kind !== 'reset' && kind !== 'object') return undefined;
  return /^[\w-]{20,100}$/.test(token) ? { kind, token } : { kind };
}
