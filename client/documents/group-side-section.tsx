import type { GroupSideSection } from '#client/feature.ts';
import { PreviewPanel } from './preview/preview-panel.tsx';

export const pageSections: readonly GroupSideSection[] = [
  {
    order: 10,
    Component: ({ group }) => <PreviewPanel documents={group.documents} />,
  },
];
