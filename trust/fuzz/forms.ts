import { formFieldsOf } from '#contract/endpoint.ts';
import type { Random } from '#trust/lib/random.ts';
import { strangeTexts } from './mutate.ts';
import { FormFile } from './values.ts';

export const boundary = 'fuzzBOUNDARYfuzz';
export const formType = `multipart/form-data; boundary=${boundary}`;

type Part = { head: string; content: Buffer };

function partsOf(body: unknown): Part[] {
  return formFieldsOf(body).map(([name, value]) => {
    const head = `Content-Disposition: form-data; name="${name}"`;
    if (!(value instanceof FormFile)) return { head, content: Buffer.from(String(value)) };
    const file = `; filename="${value.name}"\r\nContent-Type: application/octet-stream`;
    return { head: head + file, content: value.content };
  });
}

const written = (parts: readonly Part[], end = `--${boundary}--\r\n`) =>
  Buffer.concat([
    ...parts.flatMap(({ head, content }) => [
      Buffer.from(`--${boundary}\r\n${head}\r\n\r\n`, 'latin1'),
      content,
      Buffer.from('\r\n'),
    ]),
    Buffer.from(end, 'latin1'),
  ]);

/** A body as a browser writes it. */
export const wholeForm = (body: unknown): Buffer => written(partsOf(body));

/** The form with its boundaries, its heads or its fields broken in some way. */
export function brokenForm(body: unknown, random: Random): Buffer {
  const parts = partsOf(body);
  if (parts.length === 0) return written([], random.pick(['', '--', `--${boundary}`, '\r\n\r\n']));
  const at = random.whole(0, parts.length - 1);
  const part = parts[at] as Part;
  const { head, content } = part;
  const withHead = (changed: string) => written(parts.with(at, { content, head: changed }));
  const withContent = (changed: Buffer) => written(parts.with(at, { head, content: changed }));
  const strange = random.pick(strangeTexts);
  const whole = written(parts);
  const byte = random.whole(0, whole.length - 1);
  const encoded = encodeURIComponent(strange.toWellFormed());
  const heads = ['', 'X: y', 'Content-Disposition:', ': ', `${head}\r\n${head}`];
  const ends = ['', `--${boundary}`, `--${boundary}-`, `--${boundary}--`, `--other--\r\n`];
  const lineEnd = random.pick(['\n', '\r', '\r\n\r\n']);
  const broken: (() => Buffer)[] = [
    () => written([...parts, part]),
    () => withHead(head.replace(/name="[^"]*"/, `name="${strange}"`)),
    () => withHead(head.replace(/(; filename="[^"]*")?$/m, `; filename="${strange}"`)),
    () => withHead(random.pick([...heads, `${'X-A: b\r\n'.repeat(3000)}X: y`])),
    () => withHead(`${head}\r\nContent-Transfer-Encoding: ${random.pick(['base64', 'x'])}`),
    () => withHead(head.replace('; ', `; filename*=UTF-8''${encoded}; `)),
    () => withContent(Buffer.concat([content, Buffer.from(`\r\n--${boundary}`)])),
    () => withContent(Buffer.from([0xff, 0xfe, 0x00, 0xc0, 0xaf, 0xed, 0xa0, 0x80])),
    () => written(parts, random.pick(ends)),
    () => Buffer.from(whole.toString('latin1').replaceAll('\r\n', lineEnd), 'latin1'),
    () => Buffer.from(whole.with(byte, random.whole(0, 255))),
    () =>
      Buffer.concat([whole.subarray(0, byte), whole.subarray(random.whole(byte, whole.length))]),
  ];
  return random.pick(broken)();
}
