import type { AdminTabSection } from '#client/feature.ts';
import { CohortSwitch } from '#client/layout/cohort-switch.tsx';
import { GroupList } from './admin/group-list.tsx';
import { invalidateGroups } from './admin/invalidate-groups.ts';
import { AdminRecentChanges } from './people/admin-recent-changes.tsx';

export const pageSections: readonly AdminTabSection[] = [
  {
    order: 10,
    tab: 'groups',
    label: 'Groups',
    Component: ({ renderGroup, renderMember }) => (
      <>
        <CohortSwitch />
        <AdminRecentChanges />
        <GroupList
          documentsOf={renderGroup}
          documentsOfMember={(group, member) =>
            renderMember({ group, member, onChanged: invalidateGroups })
          }
        />
      </>
    ),
  },
];
