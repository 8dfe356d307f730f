import { Suspense } from 'react';
import type { GroupSection } from '#client/feature.ts';
import { lazyPart } from '#client/layout/lazy-part.tsx';
import { LoadingCards } from '#client/ui/state/loading.tsx';

/** Only staff who open the tab need this code. */
const GroupMarks = lazyPart(async () => (await import('./group-marks.tsx')).GroupMarks);

export const pageSections: readonly GroupSection[] = [
  {
    order: 35,
    tab: 'marks',
    roles: ['admin', 'faculty'],
    Component: ({ group }) =>
      'version' in group && (
        <Suspense fallback={<LoadingCards cards={1} label="Loading the marks…" />}>
          <GroupMarks group={group} />
        </Suspense>
      ),
  },
];
