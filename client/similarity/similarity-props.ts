import type { Similarity } from '#contract/similarity.ts';

export type GroupSimilarityProps = {
  group: { _id: string; cohortId: string | null; fypGroupName: string };
};

export type SimilarityFormProps = { groupId: string; similarity: Similarity };
