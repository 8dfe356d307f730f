import { encodeForUrl } from './paths.ts';

const pathname = '/unknown-path';
const parameter = 'typed';

/** Returns the path of this portal, never of another host, that leads to the home page and names `typed` as unknown. */
export const buildUnknownPath = (typed: string): string =>
  `${pathname}?${parameter}=${encodeForUrl(typed)}`;

/** Returns an unknown path as it was typed: the client cannot read `/%` and `//`, so the server redirects them. */
export function getTypedPath(location: { pathname: string; search: string }): string {
  const typed = new URLSearchParams(location.search).get(parameter) ?? '';
  // Accept only paths, so that a link cannot show sentences in the portal's name.
  return location.pathname === pathname && /^\/\S*$/.test(typed) ? typed : location.pathname;
}
