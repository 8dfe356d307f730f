import { z } from 'zod';
import { createDraftStore } from '#client/api/drafts/draft-store.ts';
import { EligibilityAnswers } from '#contract/rules/eligibility.ts';
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
const ProposalDraft = z.object({
  eligibility: EligibilityAnswers,
  texts: ProposalTexts.optional(),
});
export type ProposalDraft = z.infer<typeof ProposalDraft>;

export const proposalDrafts = createDraftStore(
  'local',
  (stored) => ProposalDraft.safeParse(stored).data,
);

export const buildProposalStorageKey = (userId: string) => `draft:proposal:${userId}`;
