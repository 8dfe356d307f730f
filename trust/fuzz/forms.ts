import { toFormFields } from '#contract/endpoint.ts';
import type { SeededRandom } from '#trust/lib/random.ts';
import { hostileStrings } from './mutate.ts';
import { FormFile } from './values.ts';

export const formBoundary = 'fuzzBOUNDARYfuzz';
export const formContentType = `multipart/form-data; boundary=${formBoundary}`;

type Part = { head: string; content: Buffer };

function toParts(body: unknown): Part[] {
  return toFormFields(body).map(([name, value]) => {
    const head = `Content-Disposition: form-data; name="${name}"`;
    if (!(value instanceof FormFile)) return { head, content: Buffer.from(String(value)) };
    const file = `; filename="${value.name}"\r\nContent-Type: application/octet-stream`;
    return { head: head + file, content: value.content };
  });
}

const encodeParts = (parts: readonly Part[], end = `--${formBoundary}--\r\n`) =>
  Buffer.concat([
    ...parts.flatMap(({ head, content }) => [
      Buffer.from(`--${formBoundary}\r\n${head}\r\n\r\n`, 'latin1'),
      content,
      Buffer.from('\r\n'),
    ]),
    Buffer.from(end, 'latin1'),
  ]);

export const encodeForm = (body: unknown): Buffer => encodeParts(toParts(body));

export function encodeBrokenForm(body: unknown, random: SeededRandom): Buffer {
  const parts = toParts(body);
  if (parts.length === 0)
    return encodeParts([], random.pick(['', '--', `--${formBoundary}`, '\r\n\r\n']));
  const at = random.whole(0, parts.length - 1);
  const part = parts[at] as Part;
  const { head, content } = part;
  const withHead = (changed: string) => encodeParts(parts.with(at, { content, head: changed }));
  const withContent = (changed: Buffer) => encodeParts(parts.with(at, { head, content: changed }));
  const hostileText = random.pick(hostileStrings);
  const encodedForm = encodeParts(parts);
  const byte = random.whole(0, encodedForm.length - 1);
  const encodedText = encodeURIComponent(hostileText.toWellFormed());
  const heads = ['', 'X: y', 'Content-Disposition:', ': ', `${head}\r\n${head}`];
  const ends = [
    '',
    `--${formBoundary}`,
    `--${formBoundary}-`,
    `--${formBoundary}--`,
    `--other--\r\n`,
  ];
  const lineEnd = random.pick(['\n', '\r', '\r\n\r\n']);
  const variants: (() => Buffer)[] = [
    () => encodeParts([...parts, part]),
    () => withHead(head.replace(/name="[^"]*"/, `name="${hostileText}"`)),
    () => withHead(head.replace(/(; filename="[^"]*")?$/m, `; filename="${hostileText}"`)),
    () => withHead(random.pick([...heads, `${'X-A: b\r\n'.repeat(3000)}X: y`])),
    () => withHead(`${head}\r\nContent-Transfer-Encoding: ${random.pick(['base64', 'x'])}`),
    () => withHead(head.replace('; ', `; filename*=UTF-8''${encodedText}; `)),
    () => withContent(Buffer.concat([content, Buffer.from(`\r\n--${formBoundary}`)])),
    () => withContent(Buffer.from([0xff, 0xfe, 0x00, 0xc0, 0xaf, 0xed, 0xa0, 0x80])),
    () => encodeParts(parts, random.pick(ends)),
    () => Buffer.from(encodedForm.toString('latin1').replaceAll('\r\n', lineEnd), 'latin1'),
    () => encodedForm.subarray(0, byte),
    () => Buffer.from(encodedForm.with(byte, random.whole(0, 255))),
    () =>
      Buffer.concat([
        encodedForm.subarray(0, byte),
        encodedForm.subarray(random.whole(byte, encodedForm.length)),
      ]),
  ];
  return random.pick(variants)();
}
