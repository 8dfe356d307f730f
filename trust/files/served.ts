const types = new Set([
  ...['application/pdf', 'application/msword', 'image/jpeg', 'image/png', 'application/zip'],
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'application/vnd.rar',
]);
/** What a browser may show in its own viewer; everything else must be a download. */
const shown = new Set(['application/pdf', 'image/jpeg', 'image/png']);

/** What is not inert about how a stored file is served; empty when all is well. */
export function faultsOfServing({
  status,
  headers,
}: Pick<Response, 'status' | 'headers'>): string[] {
  const faults: string[] = [];
  const get = (name: string) => headers.get(name) ?? '';
  if (status !== 200) faults.push(`status ${status}`);
  const type = get('content-type');
  if (!types.has(type)) faults.push(`type “${type}”`);
  if (get('x-content-type-options') !== 'nosniff') faults.push('may be sniffed');
  const policy = get('content-security-policy');
  if (!/^sandbox;/.test(policy) || /allow-|script-src|unsafe-eval/.test(policy))
    faults.push(`policy “${policy}”`);
  if (!policy.includes("default-src 'none'")) faults.push(`policy “${policy}”`);
  if (!get('cache-control').includes('no-store')) faults.push('may be kept by a cache');
  if (get('cross-origin-resource-policy') !== 'same-origin')
    faults.push('may be embedded from elsewhere');
  if (!/SAMEORIGIN|DENY/i.test(get('x-frame-options'))) faults.push('may be framed from elsewhere');
  const disposition = get('content-disposition');
  const [, kind, plain = '', encoded = ''] =
    /^(inline|attachment); filename="([\w .()-]*)"; filename\*=UTF-8''([\w%.~!-]*)$/.exec(
      disposition,
    ) ?? [];
  if (!kind) faults.push(`disposition “${disposition}”`);
  else if (kind === 'inline' && !shown.has(type)) faults.push(`${type} is shown, not downloaded`);
  else {
    const name = decodeURIComponent(encoded);
    if (/[\p{Cc}\p{Cf}\p{Cs}/\\]/u.test(name)) faults.push(`the name “${name}”`);
    if (name.length > 220 || plain.length > 220) faults.push('the name is too long');
    if (!/\.(pdf|docx?|jpe?g|png|zip|rar)$/i.test(name))
      faults.push(`the name “${name}” has another ending`);
  }
  return faults;
}
