import { isIPv6, SocketAddress } from 'node:net';

/**
 * Returns a client's IP address in canonical form. Accepts what proxies write into `X-Forwarded-For`: with a port, in
 * brackets, in quotes, with a zone, or an IPv4 address as IPv6. Clients without a readable address share `unknown`.
 */
export function parseClientAddress(text = ''): string {
  const plain = text
    .replaceAll('"', '')
    .replace(/%[^\]]*/, '')
    .trim();
  const written = isIPv6(plain) ? `[${plain}]` : plain;
  const address = SocketAddress.parse(written)?.address;
  // `SocketAddress.parse` also accepts other spellings of IPv4 addresses, and returns 0.0.15.161 for the number 4001.
  if (address === undefined || !(written.startsWith('[') || written.startsWith(address)))
    return 'unknown';
  return address.replace(/^::ffff:(?=\d+\.)/, '');
}
