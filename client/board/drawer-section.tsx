import type { DrawerSection } from '#client/feature.ts';
import { TitledDrawerSection } from '#client/layout/drawer-part.tsx';
import { DeadlineSummary } from './deadline-summary.tsx';

export const pageSections: readonly DrawerSection[] = [
  {
    order: 20,
    Component: ({ row }) => (
      <TitledDrawerSection title="Deadlines">
        <DeadlineSummary groupId={row._id} />
      </TitledDrawerSection>
    ),
  },
];
