import fc from 'fast-check';
import { z } from 'zod';
import {
  buildDoc,
  buildDocx,
  buildJpeg,
  buildPdf,
  buildPng,
  buildRar,
  buildZip,
} from '#tools/test/files/sample-files.ts';

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

const files = Object.entries({
  'paper.pdf': buildPdf(),
  'code.zip': buildZip(),
  'code.rar': buildRar(),
  'face.png': buildPng(),
  'face.jpg': buildJpeg(),
  'text.docx': buildDocx(),
  'text.doc': buildDoc(),
  'page.pdf': Buffer.from('<script>alert(1)</script>'),
  'empty.pdf': Buffer.alloc(0),
}).map(([name, content]) => new FormFile(name, content));

/** Plausible input values. For each field, only those that its schema accepts are used. */
const plausibleValues: readonly unknown[] = [
  ...'Aya Khan|O’Brien|محمد علي|李小龙|Web Development|a long passphrase|پاسورڈ پاسورڈ'.split('|'),
  ...'F22-0007|f22 7|A|BSCS|BSIT|IOT|other|true|yes|no|1|20|200|#1d5b52|report'.split('|'),
  ...'+923001234567|3001234567|+92 300-1234567|+92 3#########|F##-AAA-###'.split('|'),
  ...'2027-05-22|1999-12-31|2027-05-22T18:59:00.000Z|2027-05-22T18:59:00.000Z 3|2027-05-22 23:59|14:00|15:30|scheme.yaml'.split(
    '|',
  ),
  ...'proposal|announcement.new|setting.department|{"title":"Typed, but not saved."}'.split('|'),
  ...'aya@university.test|AYA@UNIVERSITY.TEST|https://university.test/page|https://university.test|Asia/Karachi'.split(
    '|',
  ),
  ...[0, 1, 2, 5.25, 9.99, 10, 20, 40, 100, 2_147_483_647, true, false, null, ''],
  `${'a'.repeat(60)}@u.test`,
  'x'.repeat(40),
  'x'.repeat(43),
  `${'x'.repeat(43)}.ics`,
  'a'.repeat(64),
  'Several\nlines\tof feedback',
  '00000000-0000-4000-8000-000000000000',
  'data:image/png;base64,iVBORw0KGgo=',
];

/** Returns a fast-check arbitrary for values that the schema accepts. `knownValues` are existing IDs and names. */
export function createSchemaArbitrary(
  schema: z.core.$ZodType,
  knownValues: readonly unknown[],
): fc.Arbitrary<unknown> {
  const arbitraryForInner = (innerSchema: z.core.$ZodType) =>
    createSchemaArbitrary(innerSchema, knownValues);
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'object': {
      const entries = Object.entries(def.shape);
      const requiredKeys = entries.flatMap(([key, value]) =>
        value._zod.optin === 'optional' ? [] : [key],
      );
      const values = Object.fromEntries(
        entries.map(([key, value]) => [key, arbitraryForInner(value)]),
      );
      return fc.record(values, { requiredKeys, noNullPrototype: true });
    }
    case 'array':
      return fc.array(arbitraryForInner(def.element), { maxLength: 3 });
    case 'record':
      return fc.dictionary(
        arbitraryForInner(def.keyType) as fc.Arbitrary<string>,
        arbitraryForInner(def.valueType),
        {
          maxKeys: 3,
          noNullPrototype: true,
        },
      );
    case 'union':
      return fc.oneof(...def.options.map(arbitraryForInner));
    case 'nullable':
      return fc.option(arbitraryForInner(def.innerType), { nil: null });
    case 'optional':
    case 'default':
      return arbitraryForInner(def.innerType);
    case 'pipe':
      return arbitraryForInner(def.in);
    case 'custom':
      return fc.constantFrom(...files);
    case 'enum':
      return fc.constantFrom(...Object.values(def.entries));
    case 'literal':
      return fc.constantFrom(...def.values);
    default:
      return leafArbitrary(schema, knownValues);
  }
}

function leafArbitrary(
  schema: z.core.$ZodType,
  knownValues: readonly unknown[],
): fc.Arbitrary<unknown> {
  const isAccepted = (value: unknown) => z.safeParse(schema, value).success;
  const existingValues = knownValues.filter(isAccepted);
  const commonValues = plausibleValues.filter(isAccepted);
  if (existingValues.length + commonValues.length === 0) {
    throw new Error(
      `Nothing known fits this schema: ${JSON.stringify(z.toJSONSchema(schema, { unrepresentable: 'any' }))}`,
    );
  }
  // Choose existing and plausible values with equal probability, however long the two lists are.
  return fc.oneof(
    ...[existingValues, commonValues]
      .filter((list) => list.length > 0)
      .map((list) => fc.constantFrom(...list)),
  );
}
