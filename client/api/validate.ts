import { schemaResolver } from '@mantine/form';
import type { z } from 'zod';

/** A form's `validate` by the contract's own schema: the same rules and texts as the server's. */
export function validateBy(schema: z.ZodType) {
  return schemaResolver(schema, { sync: true });
}

/** The same for one field: its first error, or null. */
export const fieldBy = (schema: z.ZodType) => (value: unknown) =>
  schema.safeParse(value).error?.issues[0]?.message ?? null;
