import type { DrawerSection } from '#client/feature.ts';
import { TitledDrawerSection } from '#client/layout/drawer-part.tsx';
import { DeadlineSummary } from './deadline-summary.tsx';

export const pageSections: readonly DrawerSection[] = [
  {
    order: 20,
    Component: ({ row, isAdmin }) => (
      <TitledDrawerSection title="Deadlines">
        <DeadlineSummary row={row} mayExtend={isAdmin} />
      </TitledDrawerSection>
    ),
  },
];
