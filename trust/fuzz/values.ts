import fc from 'fast-check';
import { z } from 'zod';
import { doc, docx, jpg, pdf, png, rar, zip } from '#tools/test/sample-files.ts';

/** A file of a form that is written byte by byte. */
export class FormFile {
  readonly name: string;
  readonly content: Buffer;
  readonly size: number;

  constructor(name: string, content: Buffer) {
    this.name = name;
    this.content = content;
    this.size = content.length;
  }
}

const files = [
  new FormFile('paper.pdf', pdf()),
  new FormFile('code.zip', zip()),
  new FormFile('code.rar', rar()),
  new FormFile('face.png', png()),
  new FormFile('face.jpg', jpg()),
  new FormFile('text.docx', docx()),
  new FormFile('text.doc', doc()),
  new FormFile('page.pdf', Buffer.from('<script>alert(1)</script>')),
  new FormFile('empty.pdf', Buffer.alloc(0)),
];

/** What people might give, of every kind: each field takes what its own schema accepts of it. */
const common: readonly unknown[] = [
  ...['Aya Khan', 'O’Brien', 'محمد علي', '李小龙', 'F22-0007', 'f22 7', 'A', 'x'.repeat(40)],
  ...['BSCS', 'BSIT', 'Web Development', 'IOT', 'other', 'Several\nlines\tof feedback', ''],
  ...['aya@university.test', 'AYA@UNIVERSITY.TEST', `${'a'.repeat(60)}@u.test`],
  ...['+923001234567', '3001234567', '+92 300-1234567', '2027-05-22', '1999-12-31'],
  ...['a long passphrase', 'پاسورڈ پاسورڈ', '1', '20', '200', 'true', 'yes', 'no', 'x'.repeat(43)],
  ...[0, 1, 2, 5.25, 9.99, 10, 20, 40, 100, 2_147_483_647, true, false, null],
  ...['00000000-0000-4000-8000-000000000000', '2027-05-22T18:59:00.000Z', '2027-05-22 23:59'],
  ...['#1d5b52', 'report', 'https://university.test/page', 'scheme.yaml', '+92 3#########'],
  ...['F##-AAA-###', `${'x'.repeat(43)}.ics`, 'data:image/png;base64,iVBORw0KGgo='],
  'a'.repeat(64),
];

/**
 * Values that the schema accepts, made by walking it. `known` are identifiers, addresses and names that exist, so that
 * requests get past "not found". Throws for a schema that nothing known fits: the contract has grown a new kind.
 */
export function valuesOf(
  schema: z.core.$ZodType,
  known: readonly unknown[],
): fc.Arbitrary<unknown> {
  const inner = (of: z.core.$ZodType) => valuesOf(of, known);
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'object': {
      const entries = Object.entries(def.shape);
      const requiredKeys = entries.flatMap(([key, value]) =>
        value._zod.optin === 'optional' ? [] : [key],
      );
      const values = Object.fromEntries(entries.map(([key, value]) => [key, inner(value)]));
      return fc.record(values, { requiredKeys, noNullPrototype: true });
    }
    case 'array':
      return fc.array(inner(def.element), { maxLength: 3 });
    case 'record':
      return fc.dictionary(inner(def.keyType) as fc.Arbitrary<string>, inner(def.valueType), {
        maxKeys: 3,
        noNullPrototype: true,
      });
    case 'union':
      return fc.oneof(...def.options.map(inner));
    case 'nullable':
      return fc.option(inner(def.innerType), { nil: null });
    case 'optional':
    case 'default':
      return inner(def.innerType);
    case 'pipe':
      return inner(def.in);
    case 'custom':
      return fc.constantFrom(...files);
    case 'enum':
      return fc.constantFrom(...Object.values(def.entries));
    case 'literal':
      return fc.constantFrom(...def.values);
    default:
      return leaf(schema, known);
  }
}

function leaf(schema: z.core.$ZodType, known: readonly unknown[]): fc.Arbitrary<unknown> {
  const isAccepted = (value: unknown) => z.safeParse(schema, value).success;
  const [existing, made] = [known.filter(isAccepted), common.filter(isAccepted)];
  if (existing.length + made.length === 0) {
    throw new Error(
      `Nothing known fits this schema: ${JSON.stringify(z.toJSONSchema(schema, { unrepresentable: 'any' }))}`,
    );
  }
  // What exists as often as all that is made up.
  return fc.oneof(
    ...[existing, made].filter((list) => list.length > 0).map((list) => fc.constantFrom(...list)),
  );
}
