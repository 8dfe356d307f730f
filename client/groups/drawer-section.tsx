import type { DrawerSection } from '#client/feature.ts';
import { TitledDrawerSection } from '#client/layout/drawer-part.tsx';
import { EditGroupButton } from './admin/edit-group-button.tsx';
import { GroupChangeList } from './admin/group-history.tsx';

export const pageSections: readonly DrawerSection[] = [
  {
    order: 15,
    isAboveGroup: true,
    Component: ({ row, isAdmin }) =>
      isAdmin && (
        <div>
          <EditGroupButton groupId={row._id} />
        </div>
      ),
  },
  {
    order: 30,
    Component: ({ row, isAdmin }) =>
      isAdmin && (
        <TitledDrawerSection title="History">
          <GroupChangeList groupId={row._id} groupName={row.fypGroupName} />
        </TitledDrawerSection>
      ),
  },
];
