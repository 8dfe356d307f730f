import type { DrawerSection } from '#client/feature.ts';
import { DrawerPart } from '#client/layout/drawer-part.tsx';
import { DeadlineSummary } from './deadline-summary.tsx';

export const pageSections: readonly DrawerSection[] = [
  {
    order: 20,
    Component: ({ row }) => (
      <DrawerPart title="Deadlines">
        <DeadlineSummary groupId={row._id} />
      </DrawerPart>
    ),
  },
];
