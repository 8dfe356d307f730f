import type { StudentSection } from '#client/feature.ts';
import { GroupDeadlines } from './group-deadlines.tsx';

export const pageSections: readonly StudentSection[] = [
  {
    order: 70,
    Component: ({ group }) =>
      group && (
        <div data-no-print id="deadlines">
          <GroupDeadlines groupId={group._id} mayAsk />
        </div>
      ),
  },
];
