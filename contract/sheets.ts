import { z } from 'zod';

/** What a list is saved as; CSV unless said. */
export const SheetFormat = z
  .enum(['csv', 'xlsx'], { error: 'A list is saved as csv or xlsx.' })
  .default('csv');
export type SheetFormat = z.infer<typeof SheetFormat>;
