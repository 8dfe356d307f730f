import { Modal } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { FullGroup } from '#contract/groups.ts';
import { ChangeForm } from './change-form.tsx';

type ChangeDialogProps = {
  group: FullGroup;
  /** Id of a member who has asked to leave, with which the form starts. */
  leavingId?: string | undefined;
  opened: boolean;
  onClose: () => void;
  /** Called after a change that ended the group. */
  onEnded?: (() => void) | undefined;
};

export function ChangeDialog(props: ChangeDialogProps) {
  const { group, leavingId, opened, onClose, onEnded } = props;
  const isNarrow = useMediaQuery('(max-width: 47.99em)') ?? false;
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={
        <>
          Change people of <bdi>{group.fypGroupName}</bdi>
        </>
      }
      size="40rem"
      fullScreen={isNarrow}
      closeOnClickOutside={false}
    >
      <ChangeForm group={group} leavingId={leavingId} onDone={onClose} onEnded={onEnded} />
    </Modal>
  );
}
