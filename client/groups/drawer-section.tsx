import type { DrawerSection } from '#client/feature.ts';
import { TitledDrawerSection } from '#client/layout/drawer-part.tsx';
import { GroupChangeList } from './admin/group-history.tsx';

export const pageSections: readonly DrawerSection[] = [
  {
    order: 30,
    Component: ({ row, isAdmin }) =>
      isAdmin && (
        <TitledDrawerSection title="History">
          <GroupChangeList groupId={row._id} />
        </TitledDrawerSection>
      ),
  },
];
