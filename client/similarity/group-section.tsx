import type { GroupSection } from '#client/feature.ts';
import { GroupSimilarity } from './group-similarity.tsx';

export const pageSections: readonly GroupSection[] = [
  { order: 32, tab: 'documents', Component: ({ group }) => <GroupSimilarity group={group} /> },
];
