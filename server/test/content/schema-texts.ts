import { z } from 'zod';

export type TextValueBuilder = (text: string) => unknown;

const someId = '5b2e4c1a-9d3f-4e6b-8a70-1c2d3e4f5a6b';
const wrappers = ['innerType', 'in', 'element', 'valueType'] as const;

type Inner = Partial<Record<(typeof wrappers)[number], z.core.$ZodType>>;
const innerOf = (schema: z.core.$ZodType) => {
  const inner = schema._zod.def as Inner;
  return wrappers.map((name) => inner[name]).find((candidate) => candidate !== undefined);
};

export function listTextValueBuilders(schema: z.core.$ZodType): TextValueBuilder[] {
  if (schema instanceof z.ZodObject) {
    const fields = Object.entries(schema.shape as Record<string, z.core.$ZodType>);
    const inside = fields.flatMap(([name, field]) =>
      listTextValueBuilders(field).map(
        (make): TextValueBuilder =>
          (text) => ({ [name]: make(text) }),
      ),
    );
    return [...inside, (text) => ({ [text]: text })];
  }
  if (schema instanceof z.ZodRecord) {
    const inside = listTextValueBuilders(schema._zod.def.valueType);
    return [
      ...inside.map(
        (make): TextValueBuilder =>
          (text) => ({ [someId]: make(text) }),
      ),
      (text) => ({ [text]: {} }),
    ];
  }
  if (schema instanceof z.ZodArray) {
    return listTextValueBuilders(schema.element).map((make) => (text) => [make(text)]);
  }
  if (schema instanceof z.ZodUnion) return schema.options.flatMap(listTextValueBuilders);
  const inner = innerOf(schema);
  return inner ? listTextValueBuilders(inner) : [(text) => text];
}

export function fillSchemaWithText(schema: z.core.$ZodType, text: string): unknown {
  if (schema instanceof z.ZodObject) {
    const fields = Object.entries(schema.shape as Record<string, z.core.$ZodType>);
    return Object.fromEntries(
      fields.map(([name, field]) => [name, fillSchemaWithText(field, text)]),
    );
  }
  if (schema instanceof z.ZodRecord) {
    return { [someId]: fillSchemaWithText(schema._zod.def.valueType, text) };
  }
  if (schema instanceof z.ZodArray) {
    return Array.from({ length: 3 }, () => fillSchemaWithText(schema.element, text));
  }
  if (schema instanceof z.ZodUnion) return text;
  const inner = innerOf(schema);
  return inner ? fillSchemaWithText(inner, text) : text;
}
