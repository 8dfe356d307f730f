import { schemaResolver } from '@mantine/form';
import type { z } from 'zod';

/** Returns a form's `validate` function with the rules and messages of a contract schema. */
export function createFormValidator(schema: z.ZodType) {
  return schemaResolver(schema, { sync: true });
}

/** Returns a field validator, whose result is the first error or null. */
export const createFieldValidator = (schema: z.ZodType) => (value: unknown) =>
  schema.safeParse(value).error?.issues[0]?.message ?? null;
