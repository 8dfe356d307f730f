import { z } from 'zod';

const noSuchKind = 'This kind of file does not exist.';

/** Id of a kind of file, either a standard one or one that a cohort has added. Does not check that it exists. */
export const DocumentKind = z
  .string(noSuchKind)
  .max(60, noSuchKind)
  .regex(/^[A-Za-z0-9]+(-[A-Za-z0-9]+)*$/, noSuchKind);
export type DocumentKind = z.infer<typeof DocumentKind>;
