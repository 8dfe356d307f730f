import type { StudentSection } from '#client/feature.ts';
import { Section } from '#client/ui/section.tsx';
import { LoadingLines } from '#client/ui/state/loading.tsx';
import { GroupDeadlines } from './group-deadlines.tsx';
import { NextDue } from './next-due.tsx';

export const pageSections: readonly StudentSection[] = [
  {
    order: 20,
    Component: ({ group, onUpload }) => (
      <div data-no-print>
        {group ? (
          <NextDue groupId={group._id} cohortId={group.cohortId} onUpload={onUpload} />
        ) : (
          <Section title="Due next">
            <LoadingLines lines={3} />
          </Section>
        )}
      </div>
    ),
  },
  {
    order: 70,
    Component: ({ group }) =>
      group && (
        <div data-no-print id="deadlines">
          <GroupDeadlines groupId={group._id} cohortId={group.cohortId} mayAsk />
        </div>
      ),
  },
];
