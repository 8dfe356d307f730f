import type { GroupSection } from '#client/feature.ts';
import { Section } from '#client/ui/section.tsx';
import { DocumentLinks } from './document-links.tsx';
import { DocumentList } from './document-list.tsx';
import { UploadForGroup } from './upload-for-group.tsx';

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
  {
    order: 31,
    tab: 'documents',
    roles: ['admin'],
    Component: ({ group }) => 'version' in group && <UploadForGroup group={group} />,
  },
  {
    order: 34,
    tab: 'marks',
    roles: ['admin', 'faculty'],
    Component: ({ group }) => <DocumentLinks documents={group.documents} />,
  },
];
