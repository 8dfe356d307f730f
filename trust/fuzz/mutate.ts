import type { Random } from '#trust/lib/random.ts';

export const pick = <T>(random: Random, list: readonly T[]): T =>
  list[random.whole(0, list.length - 1)] as T;

const nest = (depth: number, around: (inner: unknown) => unknown) => {
  let value: unknown = 1;
  for (let level = 0; level < depth; level += 1) value = around(value);
  return value;
};

export const strangeTexts: readonly string[] = [
  ...['', ' ', '\u0000', 'a\u0000b', '\ud800', 'a\udfffb', '\ufeff', '\u202efdp.exe', '\u200b'],
  ...['a\r\nSet-Cookie: x=1', 'NaN', 'Infinity', '-1', '1e999', '0x10', 'null', 'undefined'],
  ...['__proto__', 'constructor', 'toString', '[object Object]', '../../etc/passwd', '%00', '%'],
  ...["'; drop table users; --", '" or 1=1', '#{7*7}', '{{7*7}}', '=1+1', '<script>', '*', '\\'],
  ...['2027-02-30', '9999-99-99', '0000-01-01', '2027-05-22T00:00:00Z', '٣', 'İ', 'ß', 'e\u0301'],
  ...['x'.repeat(300), 'x'.repeat(5000), '💥'.repeat(2000), 'ﷺ'.repeat(90), 'a'.repeat(100_000)],
  '00000000-0000-0000-0000-000000000000',
  'FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF',
];

const strangeValues: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -0,
  -1,
  0.1 + 0.2,
  10.001,
  1e-300,
  1e21,
  1e308,
  2 ** 31,
  2 ** 53,
  2 ** 64,
  [],
  {},
  [[]],
  [null],
  { length: 1e9 },
  { toString: 1 },
  { $ne: null },
  nest(40, (inner) => [inner]),
  nest(500, (inner) => [inner]),
  nest(300, (inner) => ({ a: inner })),
  Array.from({ length: 5000 }, () => 0),
  Object.fromEntries(Array.from({ length: 2000 }, (_, index) => [`k${index}`, index])),
  ...strangeTexts,
];

const strangeKeys = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  '',
  'role',
  '_id',
  '0',
  'then',
];

type Tree = Record<string, unknown>;
const isTree = (value: unknown): value is Tree =>
  typeof value === 'object' &&
  value !== null &&
  (Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype);

/** The value with one thing wrong with it somewhere: a strange value, a key too few or too many, a list for an object. */
export function mutated(value: unknown, random: Random): unknown {
  if (!isTree(value) || Object.keys(value).length === 0 || random.next() < 0.06) {
    return strange(value, random);
  }
  const copy: Tree = Array.isArray(value) ? ([...value] as unknown as Tree) : { ...value };
  const key = pick(random, Object.keys(copy));
  const what = random.next();
  if (what < 0.12) delete copy[key];
  else if (what < 0.3) {
    // Set by its descriptor: a plain assignment of __proto__ would make no key.
    Object.defineProperty(copy, pick(random, strangeKeys), {
      value: what < 0.2 ? { role: 'admin', isAdmin: true } : strange(undefined, random),
      enumerable: true,
      configurable: true,
      writable: true,
    });
  } else copy[key] = mutated(copy[key], random);
  return copy;
}

function strange(value: unknown, random: Random): unknown {
  const what = random.next();
  if (what < 0.1) return [value];
  if (what < 0.15) return { value };
  if (what < 0.2) return JSON.stringify(value) ?? '';
  return pick(random, strangeValues);
}

/** JSON with something wrong in its text: cut, a key twice, a literal that JSON does not have, a stray byte. */
export function mutatedText(json: string, random: Random): Buffer {
  const at = random.whole(0, Math.max(0, json.length - 1));
  switch (random.whole(0, 8)) {
    case 0:
      return Buffer.from(json.slice(0, at));
    case 1:
      return Buffer.from(json.replace(/"(\w+)":/, '"$1":1,"$1":'));
    case 2:
      return Buffer.from(
        json.replace(
          /:[^,}\]]*/,
          `:${pick(random, ['NaN', 'Infinity', '01', '1e999', '-', "'a'", 'undefined', '0x1'])}`,
        ),
      );
    case 3:
      return Buffer.concat([
        Buffer.from(json.slice(0, at)),
        Buffer.from([random.whole(128, 255)]),
        Buffer.from(json.slice(at)),
      ]);
    case 4:
      return Buffer.from(`\ufeff${json}`);
    case 5:
      return Buffer.from(`${json}${json}`);
    case 6:
      return Buffer.from(json, 'utf16le');
    case 7:
      return Buffer.from(
        json.replace(
          /^\{/,
          '{"__proto__":{"role":"admin"},"\\u005f_proto__":{},"constructor":{"prototype":{"x":1}},',
        ),
      );
    default:
      return Buffer.from('['.repeat(random.whole(1, 20_000)));
  }
}
