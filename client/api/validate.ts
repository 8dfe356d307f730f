import { schemaResolver } from '@mantine/form';
import type { z } from 'zod';

/** A form's `validate` by the contract's own schema: the same rules and texts as the server's. */
export function validateBy(schema: z.ZodType) {
  return schemaResolver(schema, { sync: true });
}
