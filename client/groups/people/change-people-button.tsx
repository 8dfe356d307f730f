import { Button, type ButtonProps } from '@mantine/core';
import { IconUsersGroup } from '@tabler/icons-react';
import { useListParams } from '#client/api/lists/use-list-params.ts';
import type { FullGroup } from '#contract/groups.ts';
import { ChangeDialog } from './change-dialog.tsx';

type ChangePeopleProps = {
  group: FullGroup;
  size?: ButtonProps['size'];
  /** Called after a change that ended the group. */
  onEnded?: () => void;
};

/** Opens the changes of people above the current page. The query parameter `people` contains the group's id. */
export function ChangePeopleButton({ group, size, onEnded }: ChangePeopleProps) {
  const { params, change } = useListParams();
  return (
    <>
      <Button
        variant="default"
        size={size}
        leftSection={<IconUsersGroup size={16} aria-hidden />}
        onClick={() => change({ people: group._id })}
      >
        Change people
      </Button>
      <ChangeDialog
        group={group}
        opened={params.get('people') === group._id}
        onClose={() => change({ people: undefined }, true)}
        onEnded={onEnded}
      />
    </>
  );
}
