import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { buildLineSchema, buildListEntrySchema } from '#contract/values/text.ts';
import { parseYaml } from './files/read-yaml.ts';

const schema = z.strictObject({
  name: buildLineSchema('Name', 20).optional(),
  level: z.enum(['low', 'high']).optional(),
  count: z.int().min(2).max(9).optional(),
  share: z.number().max(1).optional(),
  isOpen: z.boolean().optional(),
  id: z
    .string()
    .regex(/^[a-z]+$/, 'small letters')
    .optional(),
  names: z.array(buildListEntrySchema('Name', 20)).optional(),
});

const errorsIn = (yaml: string) =>
  parseYaml('a.yaml', yaml, schema).errors.map((error) => error.replace('a.yaml:1 ', ''));

const quoteIt = (written: string) =>
  `name: must be text, but ${written} is not. Put it in quotes: "${written}".`;

describe('the error message for an invalid value', () => {
  test.each([
    ...['1.10', '010', '0o17', '0x1F', '1e3', '+7', '-0', '.5', '1.', '.inf', '.NaN'].map(
      (written) => [`name: ${written}`, quoteIt(written)],
    ),
    ...['true', 'True', 'FALSE', 'null', 'Null', '~'].map((written) => [
      `name: ${written}`,
      quoteIt(written),
    ]),
    ['name: 12345678901234567890', quoteIt('12345678901234567890')],
    ['name:', 'name: is empty. Enter text.'],
    ['id: ""', 'id: is empty. Enter small letters.'],
    ['level: ""', 'level: is empty. Enter one of low, high.'],
    ['count: ""', 'count: is empty. Enter a number.'],
    ['level: 1.10', 'level: 1.10 is not known here. Enter one of low, high.'],
    ['level: No', 'level: “No” is not known here. Enter one of low, high.'],
    ['count: 0x1F', 'count: is 0x1F. Enter a number of 9 or less.'],
    ['count: 01', 'count: is 01. Enter a number of 2 or more.'],
    ['count: 1.50', 'count: is 1.50. Enter a whole number.'],
    ['count: "3"', 'count: is “3”. Enter a number.'],
    ['count: 2027-05-30', 'count: is “2027-05-30”. Enter a number.'],
    ['count: null', 'count: is null. Enter a number.'],
    ['share: 1e3', 'share: is 1e3. Enter a number of 1 or less.'],
    ['isOpen: yes', 'isOpen: is “yes”. Enter true or false.'],
    ['isOpen: 0', 'isOpen: is 0. Enter true or false.'],
    ['id: "A\\u0000B"', 'id: “A\\u0000B” does not fit. Enter small letters.'],
    ["id: 'it''s'", "id: “it's” does not fit. Enter small letters."],
    [
      '1.10: x',
      '1.10: is not a field here. Remove it or correct its spelling; the fields are name, level, count, share, isOpen, id, names.',
    ],
    ['names: [A, 1.10]', 'names.1: must be text, but 1.10 is not. Put it in quotes: "1.10".'],
  ])('quotes the value in the notation used in the file: %s', (yaml, error) => {
    expect(errorsIn(yaml)).toEqual([error]);
  });

  test('quotes the value as written in the file if a custom check rejects it', () => {
    const check = ({ names = [] }: z.output<typeof schema>) => [
      { path: ['names', 0], message: `“${names[0]}” is taken.` },
    ];
    const { errors } = parseYaml(
      'a.yaml',
      'names: ["Re\\u0301seau  du\\u200b Nord"]',
      schema,
      check,
    );
    expect(errors).toEqual(['a.yaml:1 names.0: “Re\u0301seau  du\u200b Nord” is taken.']);
  });
});
