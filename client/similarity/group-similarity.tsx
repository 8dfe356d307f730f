import { Suspense } from 'react';
import { useMarkingScheme } from '#client/api/cohorts/cohort-content.ts';
import { lazyWithFallback } from '#client/layout/lazy-part.ts';
import { LoadingCards } from '#client/ui/state/loading.tsx';
import { findSimilarityMilestone } from '#contract/rules/scheme.ts';
import type { GroupSimilarityProps } from './similarity-props.ts';

const SimilarityPanel = lazyWithFallback(
  async () => (await import('./similarity-panel.tsx')).SimilarityPanel,
);

/** Loads no code and sends no request unless the marking scheme has limits. */
export function GroupSimilarity({ group }: GroupSimilarityProps) {
  const milestone = findSimilarityMilestone(useMarkingScheme());
  if (!milestone) return null;
  return (
    <Suspense fallback={<LoadingCards cards={1} label="Loading the similarity…" />}>
      <SimilarityPanel group={group} milestoneTitle={milestone.title} />
    </Suspense>
  );
}
