const base = 'https://portal.invalid';
/** Matches characters that a URL must not contain unescaped; bidi and invisible ones could disguise its target. */
const unsafe = /[\s\p{Cc}\p{Cf}\p{Cs}<>"{}|\\^`]|%(?![\da-f]{2})/iu;

/** Returns a normalised http, https or mailto URL or portal path. Returns undefined for other or unsafe targets. */
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

/** Parses a portal path. Rejects paths such as `//host` and `/a/..//host`, which would lead to another site. */
function parsePath(target: string): string | undefined {
  const url = URL.parse(target, base);
  if (url?.origin !== base) return undefined;
  const path = `${url.pathname}${url.search}${url.hash}`;
  return target.startsWith('//') || path.startsWith('//') ? undefined : path;
}

/** Matches one address, without escaped characters that would separate two or begin a header. */
const oneAddress = /^mailto:(?!.*%(?:0a|0d|2c|3b|40))[^@?,;]+@[^@?,;/]+$/i;

/** Keeps only the subject and the text of an email: the words of a link do not show recipients such as `bcc`. */
function parseMailto(target: string): string | undefined {
  const [address = '', ...rest] = target.split('?');
  if (!oneAddress.test(address)) return undefined;
  const fields = rest.join('?').split('&');
  const query = fields.filter((field) => /^(?:subject|body)=/i.test(field)).join('&');
  return URL.parse(query === '' ? address : `${address}?${query}`)?.href;
}
