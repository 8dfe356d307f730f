import type { GroupSection } from '#client/feature.ts';
import { Section } from '#client/ui/section.tsx';
import { ResultSheetCheckForm } from './check-form.tsx';

export const pageSections: readonly GroupSection[] = [
  {
    order: 40,
    tab: 'marks',
    roles: ['admin', 'faculty'],
    Component: ({ group }) => (
      <Section
        title="Check a printed sheet"
        description="Check whether a printed result sheet matches the current results."
      >
        <ResultSheetCheckForm groupId={group._id} />
      </Section>
    ),
  },
];
