import { Button, Menu } from '@mantine/core';
import { call } from '#client/api/connection/call.ts';
import { facultyEndpoints } from '#client/api/faculty-endpoints.ts';
import { adminToastDurationMs } from '#client/api/toast.ts';
import { useAction } from '#client/api/use-action.ts';
import { findAttention, type UnlinkedStaffName } from '#contract/admin/attention.ts';
import { findFigures } from '#contract/admin/figures.ts';
import { updateGroup } from '#contract/admin/group-edits.ts';
import { listGroups } from '#contract/groups.ts';
import { listChanges } from '#contract/history.ts';

type ChooseAccountProps = {
  account: UnlinkedStaffName['alike'][number];
  groups: UnlinkedStaffName['groups'];
};

const partNames = { supervisor: 'supervisor', externalExaminer: 'external examiner' };

/** Button that links an account to a group. For several groups, a menu that links the account to one or all of them. */
export function LinkAccountButton({ account, groups }: ChooseAccountProps) {
  const choose = useAction(
    (chosen: UnlinkedStaffName['groups']) => assignAccount(account._id, chosen),
    {
      success: 'Group updated successfully',
      failure: 'Failed to update group',
      toastFor: adminToastDurationMs,
      invalidates: [findAttention, findFigures, listGroups, listChanges, ...facultyEndpoints],
    },
  );
  const button = (onClick?: () => void) => (
    <Button
      variant="default"
      size="xs"
      loading={choose.isRunning}
      aria-label={`Choose ${account.email}`}
      onClick={onClick}
    >
      Choose
    </Button>
  );
  if (groups.length === 1) return button(() => choose.run(groups));
  return (
    <Menu position="bottom-start" withinPortal={false}>
      <Menu.Target>{button()}</Menu.Target>
      <Menu.Dropdown>
        {groups.map((group) => (
          <Menu.Item key={`${group._id} ${group.part}`} onClick={() => choose.run([group])}>
            <bdi>{group.fypGroupName}</bdi>, {partNames[group.part]}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item onClick={() => choose.run(groups)}>All {groups.length}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** Sends all roles in a group in one request, because the group version in a second request would be stale. */
async function assignAccount(userId: string, chosen: UnlinkedStaffName['groups']) {
  for (const [groupId, parts] of Map.groupBy(chosen, ({ _id }) => _id)) {
    const ids = Object.fromEntries(parts.map(({ part }) => [`${part}Id`, userId]));
    const version = parts[0]?.version;
    const body = { ...ids, ...(version !== undefined && { version }) };
    await call(updateGroup, { params: { groupId }, body });
  }
}
