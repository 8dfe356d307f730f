import { isIP } from 'node:net';

/** Returns the host of `PUBLIC_URL` as the EHLO name, or undefined if it is an IP address or has no domain. */
export function getClientName(publicUrl: string): string | undefined {
  const { hostname } = new URL(publicUrl);
  const isAddress = hostname.startsWith('[') || isIP(hostname) !== 0;
  return isAddress || !hostname.includes('.') ? undefined : hostname;
}
