const base = 'https://portal.invalid';
/** Matches characters that a URL must escape. Bidi and invisible characters could disguise the target. */
const unsafe = /[\s\p{Cc}\p{Cf}\p{Cs}<>"{}|\\^`]|%(?![\da-f]{2})/iu;

/** Returns the normalised http, https or mailto URL or portal path, or undefined for any other or unsafe target. */
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

/** Rejects `//host`, even if it results from `/a/..//host`, because it leads to another site. */
function parsePath(target: string): string | undefined {
  const url = URL.parse(target, base);
  if (url?.origin !== base) return undefined;
  const path = `${url.pathname}${url.search}${url.hash}`;
  return target.startsWith('//') || path.startsWith('//') ? undefined : path;
}

function parseMailto(target: string): string | undefined {
  return /^mailto:[^@?,]+@[^@?,/]+(\?.*)?$/i.test(target) ? URL.parse(target)?.href : undefined;
}
