import { isIP } from 'node:net';

/**
 * Returns the name that the portal gives mail servers in EHLO: the host of `PUBLIC_URL`, since many servers distrust an
 * address literal. Returns undefined for an address or a name without a domain; the library then uses the machine's name.
 */
export function clientNameOf(publicUrl: string): string | undefined {
  const { hostname } = new URL(publicUrl);
  const isAddress = hostname.startsWith('[') || isIP(hostname) !== 0;
  return isAddress || !hostname.includes('.') ? undefined : hostname;
}
