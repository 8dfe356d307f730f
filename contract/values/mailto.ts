/** Returns the URL that opens an email to the address. Escapes it, since a local part may contain "?bcc=" (RFC 5321). */
export const buildMailtoUrl = (email: string): string =>
  `mailto:${email.split('@').map(encodeURIComponent).join('@')}`;
