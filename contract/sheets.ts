import { z } from 'zod';

/** File format of an export. */
export const SheetFormat = z
  .enum(['csv', 'xlsx'], { error: 'A list is saved as csv or xlsx.' })
  .default('csv');
export type SheetFormat = z.infer<typeof SheetFormat>;
