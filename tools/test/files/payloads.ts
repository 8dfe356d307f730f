/** XSS payloads that call `ran()`: each of the `vectors`, wrapped so that it breaks out of one of the `contexts`. */

const vectors = `<script>ran()</script>
<img src=x onerror=ran()>
<svg onload=ran()>
<svg/onload=ran()//
<body onload=ran()>
<input autofocus onfocus=ran()>
<details open ontoggle=ran()>x
<video src=x onerror=ran()>
<iframe src=javascript:ran()>
<iframe srcdoc="<script>parent.ran()</script>">
<object data=javascript:ran()>
<a href=javascript:ran()>x</a>
<style onload=ran()></style>
<math><mi xlink:href=javascript:ran()>x
<svg><script>ran()</script>
<svg><animate onbegin=ran() attributeName=x>
<meta http-equiv=refresh content=0;url=javascript:ran()>
<base href=//127.0.0.1:1/>
<link rel=stylesheet href=//127.0.0.1:1/x>
<form><button formaction=javascript:ran()>x`.split('\n');

const contexts: readonly ((vector: string) => string)[] = [
  (vector) => vector,
  (vector) => `">${vector}`,
  (vector) => `'>${vector}`,
  (vector) => `--></title></style></textarea></script>${vector}`,
  (vector) => vector.toUpperCase().replaceAll('RAN()', 'ran()'),
  (vector) => vector.replace('<', '<\t').replace('<\t', '<'),
  (vector) => `{{constructor.constructor('ran()')()}}${vector}`,
  (vector) => vector.replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
  (vector) => vector.replaceAll('<', '＜').replaceAll('>', '＞'),
  (vector) => vector.replaceAll('<', '\\u003c'),
  (vector) => encodeURI(vector),
  (vector) => `<<${vector}`,
  (vector) => `]]>${vector}`,
  (vector) => `\u2028${vector}`,
];

/** Payloads that target URLs, templates, style sheets, spreadsheet formulas and email headers. */
const otherPayloads: readonly string[] = [
  'javascript:ran()',
  'JaVaScRiPt:ran()',
  ' javascript:ran()',
  'java\tscript:ran()',
  'data:text/html,<script>ran()</script>',
  '" onmouseover="ran()" x="',
  '`-ran()-`',
  "' onfocus='ran()' autofocus='",
  '" style="background:url(javascript:ran())',
  "';ran();'",
  '");ran();("',
  '</script><script>ran()',
  '\u0024{ran()}',
  '{{ran()}}',
  '#{ran()}',
  '<%= ran() %>',
  '[[ran()]]',
  '{{=ran()}}',
  '*{ran()}',
  '@(ran())',
  '{php}ran(){/php}',
  '}*{background:url(//127.0.0.1:1/)}',
  '</style><script>ran()</script>',
  'expression(ran())',
  '@import url(//127.0.0.1:1/)',
  '=cmd|"/c calc"!A1',
  '=HYPERLINK("//127.0.0.1:1/","x")',
  '+1+1',
  '-1+1',
  '@SUM(1)',
  '\t=1+1',
  '=1+1',
  'x\r\nBcc: victim@other.test',
  'x\nSubject: other',
  'x\r\n\r\n<script>ran()</script>',
  'x%0d%0aSet-Cookie:a=b',
  '=?utf-8?q?=0aBcc:v@other.test?=',
  '__proto__',
  'constructor',
  '![x](javascript:ran())',
  '\u202e>)(nar=rorreno x=crs gmi<',
  '[x](javascript:ran())',
];

export const xssPayloads: readonly string[] = [
  ...new Set([...contexts.flatMap((wrap) => vectors.map(wrap)), ...otherPayloads]),
];

/** Packs the payloads that `isAccepted` accepts into a few strings of at most `maxLength` characters each. */
export function joinXssPayloads(
  maxLength: number,
  isAccepted: (text: string) => boolean,
): string[] {
  const texts: string[] = [];
  for (const payload of xssPayloads.filter(
    (payload) => payload.length <= maxLength && isAccepted(payload),
  )) {
    const longer = `${texts.at(-1)} ${payload}`;
    const fits = texts.length > 0 && longer.length <= maxLength && isAccepted(longer);
    if (fits) texts[texts.length - 1] = longer;
    else texts.push(payload);
  }
  return texts;
}
