const acceptedTypes = new Set([
  'application/pdf',
  'application/msword',
  'image/jpeg',
  'image/png',
  'application/zip',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'application/vnd.rar',
]);
/** Types that the browser may display; all others must be downloaded. */
const displayedTypes = new Set(['application/pdf', 'image/jpeg', 'image/png']);

/** Returns the headers that let a browser run or misinterpret a stored file; empty if there are none. */
export function findServingErrors({
  status,
  headers,
}: Pick<Response, 'status' | 'headers'>): string[] {
  const errors: string[] = [];
  const get = (name: string) => headers.get(name) ?? '';
  if (status !== 200) errors.push(`status ${status}`);
  const type = get('content-type');
  if (!acceptedTypes.has(type)) errors.push(`type “${type}”`);
  if (get('x-content-type-options') !== 'nosniff') errors.push('may be sniffed');
  const policy = get('content-security-policy');
  if (!/^sandbox;/.test(policy) || /allow-|script-src|unsafe-eval/.test(policy))
    errors.push(`policy “${policy}”`);
  if (!policy.includes("default-src 'none'")) errors.push(`policy “${policy}”`);
  if (!get('cache-control').includes('no-store')) errors.push('may be cached');
  if (get('cross-origin-resource-policy') !== 'same-origin')
    errors.push('may be embedded from elsewhere');
  if (!/SAMEORIGIN|DENY/i.test(get('x-frame-options'))) errors.push('may be framed from elsewhere');
  const disposition = get('content-disposition');
  const [, kind, plain = '', encoded = ''] =
    /^(inline|attachment); filename="([\w .()-]*)"; filename\*=UTF-8''([\w%.~!-]*)$/.exec(
      disposition,
    ) ?? [];
  if (!kind) errors.push(`disposition “${disposition}”`);
  else if (kind === 'inline' && !displayedTypes.has(type))
    errors.push(`${type} is displayed instead of downloaded`);
  else {
    const name = decodeURIComponent(encoded);
    if (/[\p{Cc}\p{Cf}\p{Cs}/\\]/u.test(name)) errors.push(`the name “${name}”`);
    if (name.length > 220 || plain.length > 220) errors.push('the name is too long');
    if (!/\.(pdf|docx?|jpe?g|png|zip|rar)$/i.test(name))
      errors.push(`the name “${name}” has another extension`);
  }
  return errors;
}
