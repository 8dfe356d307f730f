import type { StudentSection } from '#client/feature.ts';
import { GroupSimilarity } from './group-similarity.tsx';

export const pageSections: readonly StudentSection[] = [
  {
    order: 65,
    Component: ({ group }) =>
      group && (
        <div data-no-print>
          <GroupSimilarity group={group} />
        </div>
      ),
  },
];
