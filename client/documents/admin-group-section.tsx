import type { AdminGroupSection } from '#client/feature.ts';
import { DocumentList } from './document-list.tsx';
import { projectDocumentKinds } from './project-kinds.ts';

export const pageSections: readonly AdminGroupSection[] = [
  {
    order: 10,
    Component: ({ group: { documents } }) => (
      <DocumentList documents={documents} kinds={projectDocumentKinds} />
    ),
  },
];
