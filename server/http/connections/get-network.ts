import { isIPv6 } from 'node:net';

/**
 * Returns the /64 prefix of an IPv6 address, which a household usually shares, and an IPv4 address unchanged. A client
 * that has disconnected has no address any more: its requests share the prefix `closed`.
 */
export function getNetworkPrefix(address: string | undefined): string {
  if (address === undefined) return 'closed';
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');
  if (!isIPv6(plain)) return plain;
  const { hostname } = new URL(`http://[${plain}]`);
  const [head = '', tail] = hostname.slice(1, -1).split('::');
  const groups = head.split(':').filter((group) => group !== '');
  const behind = tail ? tail.split(':') : [];
  if (tail !== undefined)
    groups.push(...Array(8 - groups.length - behind.length).fill('0'), ...behind);
  return `${groups.slice(0, 4).join(':')}::/64`;
}
