const base = 'https://portal.invalid';
/** Characters that no URL holds as they are; bidirectional and invisible ones would show another address. */
const unsafe = /[\s\p{Cc}\p{Cf}\p{Cs}<>"{}|\\^`]|%(?![\da-f]{2})/iu;

/**
 * Returns the URL that a link of a text leads to, in its normalised form: http, https or mailto, or a path of the
 * portal. Returns undefined for anything else, such as another scheme, `//host`, or a user name before the host.
 */
export function parseLinkTarget(target: string): string | undefined {
  if (unsafe.test(target)) return undefined;
  if (target.startsWith('/')) return parsePath(target);
  if (/^mailto:/i.test(target)) return parseMailto(target);
  if (!/^https?:\/\/[^/]/i.test(target)) return undefined;
  const url = URL.parse(target);
  return url && url.hostname !== '' && url.username === '' && url.password === ''
    ? url.href
    : undefined;
}

/** `//host`, also as the result of `/a/..//host`, would be another site. */
function parsePath(target: string): string | undefined {
  const url = URL.parse(target, base);
  if (url?.origin !== base) return undefined;
  const path = `${url.pathname}${url.search}${url.hash}`;
  return target.startsWith('//') || path.startsWith('//') ? undefined : path;
}

function parseMailto(target: string): string | undefined {
  return /^mailto:[^@?,]+@[^@?,/]+(\?.*)?$/i.test(target) ? URL.parse(target)?.href : undefined;
}
