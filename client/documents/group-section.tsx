import type { GroupSection } from '#client/feature.ts';
import { Section } from '#client/ui/section.tsx';
import { DocumentList } from './document-list.tsx';
import { projectDocumentKinds } from './project-kinds.ts';

export const pageSections: readonly GroupSection[] = [
  {
    order: 30,
    Component: ({ group }) => (
      <Section title="Documents">
        <DocumentList documents={group.documents} kinds={projectDocumentKinds} />
      </Section>
    ),
  },
];
