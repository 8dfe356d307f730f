import { z } from 'zod';

export const SheetFormat = z.enum(['csv', 'xlsx'], { error: 'Choose csv or xlsx.' }).default('csv');
export type SheetFormat = z.infer<typeof SheetFormat>;
