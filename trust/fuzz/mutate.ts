import type { SeededRandom } from '#trust/lib/random.ts';

const nest = (depth: number, wrap: (inner: unknown) => unknown) => {
  let value: unknown = 1;
  for (let level = 0; level < depth; level += 1) value = wrap(value);
  return value;
};

export const hostileStrings: readonly string[] = [
  ...'NaN Infinity -1 1e999 0x10 null undefined __proto__ constructor toString'.split(' '),
  ...'../../etc/passwd %00 % #{7*7} {{7*7}} =1+1 <script> * \\ ٣ İ ß e\u0301'.split(' '),
  ...'2027-02-30 9999-99-99 0000-01-01 2027-05-22T00:00:00Z'.split(' '),
  ...['', ' ', '\u0000', 'a\u0000b', '\ud800', 'a\udfffb', '\ufeff', '\u202efdp.exe', '\u200b'],
  'a\r\nSet-Cookie: x=1',
  '[object Object]',
  "'; drop table users; --",
  '" or 1=1',
  'x'.repeat(300),
  'x'.repeat(5000),
  '💥'.repeat(2000),
  'ﷺ'.repeat(90),
  'a'.repeat(100_000),
  '00000000-0000-0000-0000-000000000000',
  'FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF',
];

const hostileValues: readonly unknown[] = [
  ...[null, true, false, [], {}, [[]], [null], { length: 1e9 }, { toString: 1 }, { $ne: null }],
  ...[0, -0, -1, 0.1 + 0.2, 10.001, 1e-300, 1e21, 1e308, 2 ** 31, 2 ** 53, 2 ** 64],
  nest(40, (inner) => [inner]),
  nest(500, (inner) => [inner]),
  nest(300, (inner) => ({ a: inner })),
  Array.from({ length: 5000 }, () => 0),
  Object.fromEntries(Array.from({ length: 2000 }, (_, index) => [`k${index}`, index])),
  ...hostileStrings,
];

const hostileKeys = ['', ...'__proto__ constructor prototype toString role _id 0 then'.split(' ')];

type Tree = Record<string, unknown>;
const isTree = (value: unknown): value is Tree =>
  typeof value === 'object' &&
  value !== null &&
  (Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype);

/** Returns a copy with one random error, such as a hostile value, a missing or additional key, or a wrong type. */
export function mutateValue(value: unknown, random: SeededRandom): unknown {
  if (!isTree(value) || Object.keys(value).length === 0 || random.next() < 0.06) {
    return replaceValue(value, random);
  }
  const copy: Tree = Array.isArray(value) ? ([...value] as unknown as Tree) : { ...value };
  const key = random.pick(Object.keys(copy));
  const choice = random.next();
  if (choice < 0.12) delete copy[key];
  else if (choice < 0.3) {
    // Define the property, because an assignment to `__proto__` would not create a key.
    Object.defineProperty(copy, random.pick(hostileKeys), {
      value: choice < 0.2 ? { role: 'admin', isAdmin: true } : replaceValue(undefined, random),
      enumerable: true,
      configurable: true,
      writable: true,
    });
  } else copy[key] = mutateValue(copy[key], random);
  return copy;
}

function replaceValue(value: unknown, random: SeededRandom): unknown {
  const choice = random.next();
  if (choice < 0.1) return [value];
  if (choice < 0.15) return { value };
  if (choice < 0.2) return JSON.stringify(value) ?? '';
  return random.pick(hostileValues);
}

const invalidLiterals = ['NaN', 'Infinity', '01', '1e999', '-', "'a'", 'undefined', '0x1'];
const pollution =
  '{"__proto__":{"role":"admin"},"\\u005f_proto__":{},"constructor":{"prototype":{"x":1}},';

/** Returns the JSON with one random error, such as a truncation, a duplicate key, or an invalid literal or byte. */
export function mutateJsonText(json: string, random: SeededRandom): Buffer {
  const at = random.whole(0, Math.max(0, json.length - 1));
  const byte = Buffer.from([random.whole(128, 255)]);
  const mutations: (() => Buffer)[] = [
    () => Buffer.from(json.slice(0, at)),
    () => Buffer.from(json.replace(/"(\w+)":/, '"$1":1,"$1":')),
    () => Buffer.from(json.replace(/:[^,}\]]*/, `:${random.pick(invalidLiterals)}`)),
    () => Buffer.concat([Buffer.from(json.slice(0, at)), byte, Buffer.from(json.slice(at))]),
    () => Buffer.from(`\ufeff${json}`),
    () => Buffer.from(`${json}${json}`),
    () => Buffer.from(json, 'utf16le'),
    () => Buffer.from(json.replace(/^\{/, pollution)),
    () => Buffer.from('['.repeat(random.whole(1, 20_000))),
  ];
  return random.pick(mutations)();
}
