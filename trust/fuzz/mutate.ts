import type { Random } from '#trust/lib/random.ts';

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
  ...['00000000-0000-0000-0000-000000000000', 'FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF'],
];

const strangeValues: readonly unknown[] = [
  ...[null, true, false, 0, -0, -1],
  0.1 + 0.2,
  10.001,
  1e-300,
  ...[1e21, 1e308],
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
  ...['__proto__', 'constructor', 'prototype', 'toString', '', 'role', '_id', '0', 'then'],
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
  const key = random.pick(Object.keys(copy));
  const what = random.next();
  if (what < 0.12) delete copy[key];
  else if (what < 0.3) {
    // Set by its descriptor: a plain assignment of __proto__ would make no key.
    Object.defineProperty(copy, random.pick(strangeKeys), {
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
  return random.pick(strangeValues);
}

const noLiterals = ['NaN', 'Infinity', '01', '1e999', '-', "'a'", 'undefined', '0x1'];
const pollution =
  '{"__proto__":{"role":"admin"},"\\u005f_proto__":{},"constructor":{"prototype":{"x":1}},';

/** JSON with something wrong in its text: cut, a key twice, a literal that JSON does not have, a stray byte. */
export function mutatedText(json: string, random: Random): Buffer {
  const at = random.whole(0, Math.max(0, json.length - 1));
  const byte = Buffer.from([random.whole(128, 255)]);
  const mutations: (() => Buffer)[] = [
    () => Buffer.from(json.slice(0, at)),
    () => Buffer.from(json.replace(/"(\w+)":/, '"$1":1,"$1":')),
    () => Buffer.from(json.replace(/:[^,}\]]*/, `:${random.pick(noLiterals)}`)),
    () => Buffer.concat([Buffer.from(json.slice(0, at)), byte, Buffer.from(json.slice(at))]),
    () => Buffer.from(`\ufeff${json}`),
    () => Buffer.from(`${json}${json}`),
    () => Buffer.from(json, 'utf16le'),
    () => Buffer.from(json.replace(/^\{/, pollution)),
    () => Buffer.from('['.repeat(random.whole(1, 20_000))),
  ];
  return random.pick(mutations)();
}
