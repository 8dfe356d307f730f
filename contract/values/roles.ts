import { z } from 'zod';

export const roles = ['admin', 'faculty', 'student'] as const;
export const Role = z.enum(roles);
export type Role = z.infer<typeof Role>;
