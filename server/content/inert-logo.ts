import type { ContentIssue } from './read-yaml.ts';

const pngSignature = '89504e470d0a1a0a';
/** What an SVG may be made of: shapes, text and gradients, and nothing that runs, fetches or embeds. */
const shapes = new Set(
  'svg g defs title desc path rect circle ellipse line polyline polygon text tspan lineargradient radialgradient stop clippath mask pattern use symbol style'.split(
    ' ',
  ),
);

/** Pages show a logo as an image, in which nothing runs; what looks otherwise is refused all the same. */
export function requireInert(logo: string | undefined): ContentIssue[] {
  if (logo === undefined) return [];
  const [head = '', body = ''] = logo.split(',');
  const bytes = Buffer.from(body, 'base64');
  const message = head.includes('png') ? pngError(bytes) : svgError(bytes.toString('utf8'));
  return message ? [{ path: ['logo'], message }] : [];
}

const pngError = (bytes: Buffer) =>
  bytes.subarray(0, 8).toString('hex') === pngSignature
    ? undefined
    : 'the file is named PNG and is none. Save the picture as PNG or SVG again.';

function svgError(text: string): string | undefined {
  if (!/<svg[\s>]/i.test(text)) return 'the file is no SVG. Save the picture as PNG or SVG again.';
  if (/<!doctype|<!entity|<\?xml-stylesheet/i.test(text)) {
    return 'the SVG has a document type or style sheet. Save it as “plain SVG”.';
  }
  const elements = [...text.matchAll(/<([A-Za-z][\w:.-]*)/g)].map(([, name = '']) =>
    name.toLowerCase(),
  );
  const foreign = elements.find((name) => !shapes.has(name));
  if (foreign)
    return `the SVG holds <${foreign}>. Save it as “plain SVG”, with shapes and text only.`;
  if (/\son[a-z]+\s*=/i.test(text)) return 'the SVG holds a script. Save it as “plain SVG”.';
  const targets = [...text.matchAll(/(?:href|src)\s*=\s*["']([^"']*)/gi)].map(([, to = '']) => to);
  const fetched = /@import|url\(\s*["']?(?!#)/i.test(text);
  if (fetched || targets.some((target) => !target.startsWith('#'))) {
    return 'the SVG loads something from elsewhere. Embed nothing, and save it as “plain SVG”.';
  }
  return undefined;
}
