import type { GroupSection } from '#client/feature.ts';
import { Section } from '#client/ui/section.tsx';
import { CheckForm } from './check-form.tsx';

export const pageSections: readonly GroupSection[] = [
  {
    order: 40,
    Component: ({ group, isMember }) =>
      !isMember && (
        <Section
          title="Check a printed sheet"
          description="Check whether a printed result sheet matches the current results."
        >
          <CheckForm groupId={group._id} />
        </Section>
      ),
  },
];
