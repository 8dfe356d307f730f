import { z } from 'zod';
import { createBrowserStore } from '#client/api/browser-store.ts';
import { Eligibility } from '#contract/rules/eligibility.ts';
import { maxGroupSize } from '#contract/rules/group-rules.ts';

const text = z.string().max(1000);

const ProposalTexts = z.object({
  program: text,
  title: text,
  category: text,
  supervisor: text,
  groupMembers: z
    .array(z.object({ name: text, fathername: text, roll: text, email: text, phone: text }))
    .min(1)
    .max(maxGroupSize),
});
export type ProposalTexts = z.infer<typeof ProposalTexts>;

/** Stored part of a proposal: the answers to the eligibility questions and the text fields, but no files. */
const Draft = z.object({ eligibility: Eligibility, texts: ProposalTexts.optional() });
export type Draft = z.infer<typeof Draft>;

const keyOf = (userId: string) => `draft:proposal:${userId}`;
const store = createBrowserStore('local', (stored) => Draft.safeParse(stored).data);

export const readDraft = (userId: string) => store.read(keyOf(userId));
export const removeDraft = (userId: string) => store.remove(keyOf(userId));

/** Stores a draft. Returns false if the browser cannot store it. */
export const writeDraft = (userId: string, draft: Draft) => store.write(keyOf(userId), draft);
