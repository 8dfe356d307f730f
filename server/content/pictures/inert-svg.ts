/** Allowed SVG elements. Shapes and gradients cannot execute, fetch or embed anything. */
const shapes = new Set(
  'svg g defs title desc path rect circle ellipse line polyline polygon lineargradient radialgradient stop clippath mask pattern use symbol style'.split(
    ' ',
  ),
);
const texts = new Set(['text', 'tspan', 'textpath']);

/** Returns the reason for rejecting an SVG, or undefined if the SVG is inert. */
export function findUnsafeSvgContent(text: string): string | undefined {
  if (!/<svg[\s>]/i.test(text))
    return 'is not a picture that the portal can read. Save it as PNG, JPEG, WebP, GIF or SVG.';
  if (/<!doctype|<!entity|<\?xml-stylesheet/i.test(text)) {
    return 'is an SVG with a document type or style sheet. Save it as “plain SVG”.';
  }
  const elements = [...text.matchAll(/<([A-Za-z][\w:.-]*)/g)].map(([, name = '']) =>
    name.toLowerCase(),
  );
  if (elements.some((name) => texts.has(name))) {
    return 'is an SVG with text, whose typeface this machine may not have. Convert the text to paths, or save it as PNG.';
  }
  const foreign = elements.find((name) => !shapes.has(name));
  if (foreign) return `is an SVG with <${foreign}>. Save it as “plain SVG”, with shapes only.`;
  // Reject nested clipping paths, because each level multiplies the memory that rendering requires.
  const clips =
    text.match(/<clippath[\s>][\s\S]*?<\/clippath>|<style[\s>][\s\S]*?<\/style>/gi) ?? [];
  if (clips.some((part) => /clip-path/i.test(part))) {
    return 'is an SVG with nested clipping paths. Save it as “plain SVG”, or as PNG.';
  }
  if (/\son[a-z]+\s*=/i.test(text)) return 'is an SVG with a script. Save it as “plain SVG”.';
  const targets = [...text.matchAll(/(?:href|src)\s*=\s*["']([^"']*)/gi)].map(([, to = '']) => to);
  const fetched = /@import|url\(\s*["']?(?!#)/i.test(text);
  if (fetched || targets.some((target) => !target.startsWith('#'))) {
    return 'is an SVG that loads something from elsewhere. Embed nothing, and save it as “plain SVG”.';
  }
  return undefined;
}
