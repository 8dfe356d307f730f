import { z } from 'zod';

/**
 * Parts of the portal that a department can switch off, with a noun that completes “This department doesn’t use …”.
 * Pages, endpoints, sections and kinds of files name the module that they belong to.
 */
const nouns = {
  courses: 'online courses',
  certificates: 'certificates',
  fatherName: 'father’s names',
  feeProof: 'fee proofs',
  cv: 'CVs',
  developers: 'a developers page',
} as const;

export type ModuleName = keyof typeof nouns;
export const moduleNames = Object.keys(nouns) as ModuleName[];

/** Schema of `content/modules.yaml`: true for each module that the department uses. The default is to use it. */
export const Modules = z.strictObject(
  Object.fromEntries(moduleNames.map((name) => [name, z.boolean().default(true)])) as Record<
    ModuleName,
    z.ZodDefault<z.ZodBoolean>
  >,
);
export type Modules = z.infer<typeof Modules>;

export const defaultModules: Modules = Modules.parse({});

/** Returns whether something that belongs to a module is in use. Without a module, it always is. */
export const isModuleEnabled = (modules: Modules, name: ModuleName | undefined): boolean =>
  name === undefined || modules[name];

export const formatModuleOff = (name: ModuleName): string =>
  `This department doesn’t use ${nouns[name]}.`;
