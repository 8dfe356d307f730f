import type { DrawerSection } from '#client/feature.ts';
import { DrawerPart } from '#client/layout/drawer-part.tsx';
import { GroupChangeList } from './admin/group-history.tsx';

export const pageSections: readonly DrawerSection[] = [
  {
    order: 30,
    Component: ({ row, isAdmin }) =>
      isAdmin && (
        <DrawerPart title="History">
          <GroupChangeList groupId={row._id} />
        </DrawerPart>
      ),
  },
];
