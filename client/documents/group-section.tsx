import type { GroupSection } from '#client/feature.ts';
import { Section } from '#client/ui/section.tsx';
import { DocumentList } from './document-list.tsx';

export const pageSections: readonly GroupSection[] = [
  {
    order: 30,
    tab: 'documents',
    Component: ({ group }) => (
      <Section title="Documents">
        <DocumentList documents={group.documents} />
      </Section>
    ),
  },
];
