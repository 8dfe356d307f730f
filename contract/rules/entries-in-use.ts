import { z } from 'zod';

/** Lists whose entries other settings refer to. `certificates` are the mandatory ones. */
export const referencedLists = [
  'programs',
  'categories',
  'supervisors',
  'deadlines',
  'milestones',
  'certificates',
] as const;
export type ReferencedList = (typeof referencedLists)[number];

const ListEntry = z.object({
  value: z.string().max(500).describe('the text, code or id that other settings contain'),
  label: z.string(),
});
export type ListEntry = z.infer<typeof ListEntry>;

/** An entry that a save removes from a list, although other settings or groups refer to it. */
export const EntryInUse = ListEntry.extend({
  list: z.enum(referencedLists),
  uses: z.array(z.string()).describe('every place that refers to the entry'),
  replacements: z.array(ListEntry).describe('the entries that stay in the list or are new'),
  suggestion: z
    .string()
    .nullable()
    .describe('the new entry that took its place in a list of the same length, as after a rename'),
});
export type EntryInUse = z.infer<typeof EntryInUse>;

/** The decision about a removed entry. `uses` must equal those of the refusal, so that no new use is overlooked. */
export const EntryTreatment = z.object({
  list: z.enum(referencedLists),
  value: z.string().max(500),
  uses: z.array(z.string().max(20_100)).max(2000),
  replacement: z
    .string()
    .max(500)
    .nullable()
    .describe('the entry that takes its place everywhere; null removes it everywhere'),
});
export type EntryTreatment = z.infer<typeof EntryTreatment>;
