import { schemaResolver } from '@mantine/form';
import type { z } from 'zod';

/** Returns a form's `validate` function for a schema of the contract, with the server's rules and messages. */
export function validateBy(schema: z.ZodType) {
  return schemaResolver(schema, { sync: true });
}

/** Returns a validator of one field, which returns the first error or null. */
export const fieldBy = (schema: z.ZodType) => (value: unknown) =>
  schema.safeParse(value).error?.issues[0]?.message ?? null;
