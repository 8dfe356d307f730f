import { schemaResolver } from '@mantine/form';
import type { z } from 'zod';

export function createFormValidator(schema: z.ZodType) {
  return schemaResolver(schema, { sync: true });
}

/** Creates a field validator that returns the first error message, or null if the value is valid. */
export const createFieldValidator = (schema: z.ZodType) => (value: unknown) =>
  schema.safeParse(value).error?.issues[0]?.message ?? null;
