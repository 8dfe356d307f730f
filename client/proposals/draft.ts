import { z } from 'zod';
import { Eligibility } from '#contract/eligibility.ts';
import { maxMembers } from '#contract/proposals.ts';

const text = z.string().max(1000);

const ProposalTexts = z.object({
  program: text,
  title: text,
  category: text,
  supervisor: text,
  groupMembers: z
    .array(z.object({ name: text, fathername: text, roll: text, email: text, phone: text }))
    .min(1)
    .max(maxMembers),
});
export type ProposalTexts = z.infer<typeof ProposalTexts>;

/** What outlives a reload: that the questions were passed, and what was typed. Files cannot. */
const Draft = z.object({ eligibility: Eligibility, texts: ProposalTexts.optional() });
export type Draft = z.infer<typeof Draft>;

const keyOf = (userId: string) => `draft:proposal:${userId}`;

/** The draft of this user; undefined when there is none, or when it is not readable. */
export function readDraft(userId: string): Draft | undefined {
  try {
    return Draft.safeParse(JSON.parse(localStorage.getItem(keyOf(userId)) ?? 'null')).data;
  } catch {
    return undefined;
  }
}

/** Keeps the draft; false when the browser's storage is full or blocked. */
export function writeDraft(userId: string, draft: Draft): boolean {
  try {
    localStorage.setItem(keyOf(userId), JSON.stringify(draft));
    return true;
  } catch {
    return false;
  }
}

export function removeDraft(userId: string) {
  try {
    localStorage.removeItem(keyOf(userId));
  } catch {
    // A blocked storage holds no draft.
  }
}
