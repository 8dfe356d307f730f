import { z } from 'zod';

export type TextMaker = (text: string) => unknown;

const someId = '5b2e4c1a-9d3f-4e6b-8a70-1c2d3e4f5a6b';
const wrappers = ['innerType', 'in', 'element', 'valueType'] as const;

type Inner = Partial<Record<(typeof wrappers)[number], z.core.$ZodType>>;
const innerOf = (schema: z.core.$ZodType) => {
  const inner = schema._zod.def as Inner;
  return wrappers.map((name) => inner[name]).find((candidate) => candidate !== undefined);
};

export function listTextMakers(schema: z.core.$ZodType): TextMaker[] {
  if (schema instanceof z.ZodObject) {
    const fields = Object.entries(schema.shape as Record<string, z.core.$ZodType>);
    const inside = fields.flatMap(([name, field]) =>
      listTextMakers(field).map(
        (make): TextMaker =>
          (text) => ({ [name]: make(text) }),
      ),
    );
    return [...inside, (text) => ({ [text]: text })];
  }
  if (schema instanceof z.ZodRecord) {
    const inside = listTextMakers(schema._zod.def.valueType);
    return [
      ...inside.map(
        (make): TextMaker =>
          (text) => ({ [someId]: make(text) }),
      ),
      (text) => ({ [text]: {} }),
    ];
  }
  if (schema instanceof z.ZodArray) {
    return listTextMakers(schema.element).map((make) => (text) => [make(text)]);
  }
  if (schema instanceof z.ZodUnion) return schema.options.flatMap(listTextMakers);
  const inner = innerOf(schema);
  return inner ? listTextMakers(inner) : [(text) => text];
}

export function fillTexts(schema: z.core.$ZodType, text: string): unknown {
  if (schema instanceof z.ZodObject) {
    const fields = Object.entries(schema.shape as Record<string, z.core.$ZodType>);
    return Object.fromEntries(fields.map(([name, field]) => [name, fillTexts(field, text)]));
  }
  if (schema instanceof z.ZodRecord) {
    return { [someId]: fillTexts(schema._zod.def.valueType, text) };
  }
  if (schema instanceof z.ZodArray) {
    return Array.from({ length: 3 }, () => fillTexts(schema.element, text));
  }
  if (schema instanceof z.ZodUnion) return text;
  const inner = innerOf(schema);
  return inner ? fillTexts(inner, text) : text;
}
