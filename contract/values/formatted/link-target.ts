const base = 'https://portal.invalid';
/**
 * Matches characters that a URL must escape, including bidi and invisible characters, which could disguise the target.
 */
const unsafe = /[\s\p{Cc}\p{Cf}\p{Cs}<>"{}|\\^`]|%(?![\da-f]{2})/iu;

/**
 * Returns the target as a normalised URL (http, https or mailto) or portal path, or undefined if it is neither or
 * unsafe.
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

/** Parses a portal path. Rejects `//host`, which leads to another site, even if it results from `/a/..//host`. */
function parsePath(target: string): string | undefined {
  const url = URL.parse(target, base);
  if (url?.origin !== base) return undefined;
  const path = `${url.pathname}${url.search}${url.hash}`;
  return target.startsWith('//') || path.startsWith('//') ? undefined : path;
}

function parseMailto(target: string): string | undefined {
  return /^mailto:[^@?,]+@[^@?,/]+(\?.*)?$/i.test(target) ? URL.parse(target)?.href : undefined;
}
