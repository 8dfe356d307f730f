import { isIPv6 } from 'node:net';
import { parseClientAddress } from './parse-client-address.ts';

/** Returns the /64 prefix of an IPv6 address, which a household usually shares. All unreadable addresses are one network. */
export function getNetworkPrefix(text: string): string {
  const address = parseClientAddress(text);
  if (!isIPv6(address)) return address;
  const { hostname } = new URL(`http://[${address}]`);
  const [head = '', tail] = hostname.slice(1, -1).split('::');
  const groups = head.split(':').filter((group) => group !== '');
  const behind = tail ? tail.split(':') : [];
  if (tail !== undefined)
    groups.push(...Array(8 - groups.length - behind.length).fill('0'), ...behind);
  return `${groups.slice(0, 4).join(':')}::/64`;
}
