import { formFieldsOf } from '#contract/endpoint.ts';
import type { Random } from '#trust/lib/random.ts';
import { pick, strangeTexts } from './mutate.ts';
import { FormFile } from './values.ts';

export const boundary = 'fuzzBOUNDARYfuzz';
export const formType = `multipart/form-data; boundary=${boundary}`;

type Part = { head: string; content: Buffer };

function partsOf(body: unknown): Part[] {
  return formFieldsOf(body).map(([name, value]) =>
    value instanceof FormFile
      ? {
          head: `Content-Disposition: form-data; name="${name}"; filename="${value.name}"\r\nContent-Type: application/octet-stream`,
          content: value.content,
        }
      : {
          head: `Content-Disposition: form-data; name="${name}"`,
          content: Buffer.from(String(value)),
        },
  );
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
  if (parts.length === 0) return written([], pick(random, ['', '--', `--${boundary}`, '\r\n\r\n']));
  const at = random.whole(0, parts.length - 1);
  const part = parts[at] as Part;
  const replaced = (change: Partial<Part>) => written(parts.with(at, { ...part, ...change }));
  const strange = pick(random, strangeTexts);
  const whole = written(parts);
  const byte = random.whole(0, whole.length - 1);
  switch (random.whole(0, 11)) {
    case 0:
      return written([...parts, part]);
    case 1:
      return replaced({ head: part.head.replace(/name="[^"]*"/, `name="${strange}"`) });
    case 2:
      return replaced({
        head: part.head.replace(/(; filename="[^"]*")?$/m, `; filename="${strange}"`),
      });
    case 3:
      return replaced({
        head: pick(random, [
          '',
          'X: y',
          'Content-Disposition:',
          ': ',
          `${part.head}\r\n${part.head}`,
          `${'X-A: b\r\n'.repeat(3000)}X: y`,
        ]),
      });
    case 4:
      return replaced({
        head: `${part.head}\r\nContent-Transfer-Encoding: ${pick(random, ['base64', 'quoted-printable', 'x'])}`,
      });
    case 5:
      return replaced({
        head: part.head.replace(
          '; ',
          `; filename*=UTF-8''${encodeURIComponent(strange.toWellFormed())}; `,
        ),
      });
    case 6:
      return replaced({ content: Buffer.concat([part.content, Buffer.from(`\r\n--${boundary}`)]) });
    case 7:
      return replaced({ content: Buffer.from([0xff, 0xfe, 0x00, 0xc0, 0xaf, 0xed, 0xa0, 0x80]) });
    case 8:
      return written(
        parts,
        pick(random, ['', `--${boundary}`, `--${boundary}-`, `--${boundary}--`, `--other--\r\n`]),
      );
    case 9:
      return Buffer.from(
        whole.toString('latin1').replaceAll('\r\n', pick(random, ['\n', '\r', '\r\n\r\n'])),
        'latin1',
      );
    case 10:
      return Buffer.concat([
        whole.subarray(0, byte),
        Buffer.from([random.whole(0, 255)]),
        whole.subarray(byte + 1),
      ]);
    default:
      return Buffer.concat([
        whole.subarray(0, byte),
        whole.subarray(random.whole(byte, whole.length)),
      ]);
  }
}
