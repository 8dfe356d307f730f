/** Maximum number of characters of a mail server's reply that are shown. */
const maxReplyLength = 300;

/**
 * Returns what the mail server replied and what to do. All errors before a reply of a mail server have the same text, so
 * that it does not tell which machines exist and which of their ports are open.
 */
export function explainMailError(error: unknown, server: string): string {
  const text = error instanceof Error ? error.message : '';
  const reply = cleanReply(text);
  const code = /^([45])(\d\d)[ -]/.exec(reply)?.[0]?.slice(0, 3);
  if (code === undefined) {
    return isAboutTls(text)
      ? `The encrypted connection to ${server} failed. Use the encryption and port that your provider recommends. If the certificate is from your own authority, set NODE_EXTRA_CA_CERTS on the server.`
      : `No mail server answered at ${server}. Check the host, port and encryption, and whether a firewall blocks this machine.`;
  }
  return `The mail server replied: “${reply}” ${getAdvice(code, reply)}`;
}

const isAboutTls = (text: string) => /certificate|self-signed|STARTTLS|altnames/i.test(text);

const cleanReply = (text: string) =>
  text
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .slice(0, maxReplyLength);

function getAdvice(code: string, reply: string): string {
  if (['530', '534', '535', '538'].includes(code) || /authenticat/i.test(reply))
    return 'Check the user name and password. Some providers require an app password, which you create in the account’s settings.';
  if (code.startsWith('4')) return 'This may be temporary. Try again in a few minutes.';
  if (/sender|from|relay|not allowed|spf|dmarc/i.test(reply))
    return 'Check the sender’s address. Many mail servers accept only addresses in their own domain.';
  return 'Contact the mail server’s admin and quote this reply.';
}
