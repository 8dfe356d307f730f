import type { DrawerGroupSection } from '#client/feature.ts';
import { TitledDrawerSection } from '#client/layout/drawer-part.tsx';
import { DocumentLinks } from './document-links.tsx';

export const pageSections: readonly DrawerGroupSection[] = [
  {
    order: 30,
    Component: ({ group: { documents } }) =>
      documents.length > 0 && (
        <TitledDrawerSection title="Documents">
          <DocumentLinks documents={documents} />
        </TitledDrawerSection>
      ),
  },
];
