import { Suspense } from 'react';
import type { GroupSection } from '#client/feature.ts';
import { lazyPart } from '#client/layout/lazy-part.tsx';
import { LoadingCards } from '#client/ui/state/loading.tsx';
import { UnreadNote } from './unread-note.tsx';

/** Only those who open the tab need this code. */
const Discussion = lazyPart(async () => (await import('./discussion.tsx')).Discussion);

export const pageSections: readonly GroupSection[] = [
  {
    order: 50,
    tab: 'discussion',
    TabNote: UnreadNote,
    Component: ({ group }) => (
      <Suspense fallback={<LoadingCards cards={1} label="Loading the discussion…" />}>
        <Discussion group={group} />
      </Suspense>
    ),
  },
];
