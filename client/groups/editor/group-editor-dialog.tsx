import { Modal } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { type KeyboardEvent, lazy, Suspense } from 'react';
import { useLast } from '#client/ui/dialog/use-last.ts';
import { LoadingLines } from '#client/ui/state/loading.tsx';
import type { FullGroup } from '#contract/groups.ts';
import classes from './group-editor.module.css';

/** Few of those who look at the list edit. */
const GroupEditor = lazy(async () => ({
  default: (await import('./group-editor.tsx')).GroupEditor,
}));

type GroupEditorDialogProps = {
  /** Whose editor the address asks for. */
  groupId: string | null;
  /** That group, once the list has it. */
  group: FullGroup | undefined;
  onClose: () => void;
};

/** The group editor over the list. Closing it is a change of the address, so unsaved work is asked about. */
export function GroupEditorDialog({ groupId, group, onClose }: GroupEditorDialogProps) {
  // The list may lose the group while it is being edited; what was typed must not go with it.
  const shown = useLast(group);
  const isNarrow = useMediaQuery('(max-width: 47.99em)') ?? false;

  /** Escape closes what is on top: not this while a dialog or a list of choices lies over it. */
  const closeOnEscape = (event: KeyboardEvent<HTMLElement>) => {
    const { target, currentTarget, key } = event;
    if (key !== 'Escape' || !(target instanceof Element) || !currentTarget.contains(target)) return;
    if (target.getAttribute('data-mantine-stop-propagation') !== 'true') onClose();
  };
  return (
    <Modal
      opened={groupId !== null && shown?._id === groupId}
      onClose={onClose}
      onKeyDown={closeOnEscape}
      title={
        <>
          Edit <bdi>{shown?.fypGroupName}</bdi>
        </>
      }
      size="58rem"
      fullScreen={isNarrow}
      closeOnClickOutside={false}
      closeOnEscape={false}
      classNames={{ content: classes.content, header: classes.head, body: classes.body }}
    >
      {shown && (
        <Suspense fallback={<LoadingLines lines={8} label="Loading the editor…" />}>
          <GroupEditor key={shown._id} group={shown} onClose={onClose} />
        </Suspense>
      )}
    </Modal>
  );
}
