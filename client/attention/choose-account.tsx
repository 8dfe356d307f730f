import { Button, Menu } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { call } from '#client/api/call.ts';
import { isCancelled, messageOf } from '#client/api/problems.ts';
import { invalidate } from '#client/api/queries.ts';
import { adminToastMs, toast } from '#client/ui/toast.ts';
import { findAttention, type UnboundName, updateGroup } from '#contract/admin.ts';
import { listAssignedGroups, listChanges, listGroups } from '#contract/groups.ts';

type ChooseAccountProps = {
  account: UnboundName['alike'][number];
  groups: UnboundName['groups'];
};

const partWords = { supervisor: 'supervisor', externalExaminer: 'external examiner' };

/** Says that this account is meant: in the one group, or in one of several, or in all of them. */
export function ChooseAccount({ account, groups }: ChooseAccountProps) {
  const choose = useMutation({
    mutationFn: (chosen: UnboundName['groups']) => bind(account._id, chosen),
    onSuccess: () => toast.success('Group updated successfully', adminToastMs),
    onError: (error) => {
      if (isCancelled(error)) return;
      toast.error(messageOf(error, 'Failed to update group'), adminToastMs);
    },
    onSettled: () => invalidate(findAttention, listGroups, listAssignedGroups, listChanges),
  });
  const button = (onClick?: () => void) => (
    <Button
      variant="default"
      size="xs"
      loading={choose.isPending}
      aria-label={`Choose ${account.email}`}
      onClick={onClick}
    >
      Choose
    </Button>
  );
  if (groups.length === 1) return button(() => choose.mutate(groups));
  return (
    <Menu position="bottom-start" withinPortal={false}>
      <Menu.Target>{button()}</Menu.Target>
      <Menu.Dropdown>
        {groups.map((group) => (
          <Menu.Item key={`${group._id} ${group.part}`} onClick={() => choose.mutate([group])}>
            {group.fypGroupName}, {partWords[group.part]}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item onClick={() => choose.mutate(groups)}>All {groups.length}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** One call a group, for both of its people at once where both are meant; what another admin changed meanwhile is refused. */
async function bind(userId: string, chosen: UnboundName['groups']) {
  for (const [groupId, parts] of Map.groupBy(chosen, ({ _id }) => _id)) {
    const ids = Object.fromEntries(parts.map(({ part }) => [`${part}Id`, userId]));
    const version = parts[0]?.version;
    const body = { ...ids, ...(version !== undefined && { version }) };
    await call(updateGroup, { params: { groupId }, body });
  }
}
