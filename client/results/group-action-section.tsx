import type { GroupActionSection } from '#client/feature.ts';
import { SheetButton } from './sheet-button.tsx';

export const pageSections: readonly GroupActionSection[] = [
  { order: 20, Component: ({ group }) => <SheetButton groupId={group?._id} /> },
];
