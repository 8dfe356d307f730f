const base = 'https://portal.invalid';
/**
 * Matches characters that must not occur unescaped in a URL, including bidi and invisible characters, which could
 * disguise the target.
 */
const unsafe = /[\s\p{Cc}\p{Cf}\p{Cs}<>"{}|\\^`]|%(?![\da-f]{2})/iu;

/**
 * Returns a link target as a normalised URL (http, https or mailto) or portal path. Returns undefined if the target is
 * neither of these or is unsafe.
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

/** Parses a portal path. Rejects `//host`, which leads to another site, even as the normalised form of `/a/..//h`. */
function parsePath(target: string): string | undefined {
  const url = URL.parse(target, base);
  if (url?.origin !== base) return undefined;
  const path = `${url.pathname}${url.search}${url.hash}`;
  return target.startsWith('//') || path.startsWith('//') ? undefined : path;
}

function parseMailto(target: string): string | undefined {
  return /^mailto:[^@?,]+@[^@?,/]+(\?.*)?$/i.test(target) ? URL.parse(target)?.href : undefined;
}
