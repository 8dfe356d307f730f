import { z } from 'zod';

type Lenient<Shape extends z.ZodRawShape> = {
  [Key in keyof Shape]: z.ZodCatch<z.ZodOptional<Shape[Key]>>;
};

/** Makes all fields optional. The returned schema reads a field with an invalid value as an absent field. */
export function toLenient<Shape extends z.ZodRawShape>({ shape }: { shape: Shape }) {
  const fields = Object.entries(shape).map(([key, field]) => [
    key,
    z.optional(field).catch(undefined),
  ]);
  return z.object(Object.fromEntries(fields) as Lenient<Shape>);
}
