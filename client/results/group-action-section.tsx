import type { GroupActionSection } from '#client/feature.ts';
import { ResultSheetButton } from './sheet-button.tsx';

export const pageSections: readonly GroupActionSection[] = [
  { order: 20, Component: ({ group }) => <ResultSheetButton groupId={group?._id} /> },
];
