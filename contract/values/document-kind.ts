import { z } from 'zod';

export const documentKindKeys = [
  'cv',
  'proposal',
  'feeProof',
  'certificate',
  'thesis',
  'similarity',
  'code',
  'report',
  'evidence',
] as const;
export const DocumentKind = z.enum(documentKindKeys);
export type DocumentKind = z.infer<typeof DocumentKind>;
