import { isIP } from 'node:net';

/** Returns the host of `PUBLIC_URL` for the EHLO command, or undefined for an IP address or a host without a dot. */
export function getEhloName(publicUrl: string): string | undefined {
  const { hostname } = new URL(publicUrl);
  const isAddress = hostname.startsWith('[') || isIP(hostname) !== 0;
  return isAddress || !hostname.includes('.') ? undefined : hostname;
}
