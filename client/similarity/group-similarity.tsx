import { Suspense } from 'react';
import { useMarkingScheme } from '#client/api/cohorts/cohort-content.ts';
import { lazyPart } from '#client/layout/lazy-part.tsx';
import { LoadingCards } from '#client/ui/state/loading.tsx';
import { findSimilarityMilestone } from '#contract/rules/scheme.ts';
import type { GroupSimilarityProps } from './similarity-props.ts';

const SimilarityPanel = lazyPart(
  async () => (await import('./similarity-panel.tsx')).SimilarityPanel,
);

/** Loads no code and sends no request unless the marking scheme has limits. */
export function GroupSimilarity({ group }: GroupSimilarityProps) {
  const milestone = findSimilarityMilestone(useMarkingScheme());
  if (!milestone) return null;
  return (
    <Suspense fallback={<LoadingCards cards={1} label="Loading the figures…" />}>
      <SimilarityPanel group={group} milestoneTitle={milestone.title} />
    </Suspense>
  );
}
