import { Modal } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { type KeyboardEvent, lazy, Suspense } from 'react';
import { useLastDefined } from '#client/ui/dialog/use-last-defined.ts';
import { LoadingLines } from '#client/ui/state/loading.tsx';
import type { FullGroup } from '#contract/groups.ts';
import classes from './group-editor.module.css';

/** Lazy, because few users edit groups. */
const GroupEditor = lazy(async () => ({
  default: (await import('./group-editor.tsx')).GroupEditor,
}));

type GroupEditorDialogProps = {
  /** The id of the group in the URL. Null closes the dialog. */
  groupId: string | null;
  /** Undefined if the list does not contain the group. */
  group: FullGroup | undefined;
  onClose: () => void;
};

/** The group editor in a dialog. Closing the dialog changes the URL, so that a dialog asks about unsaved changes. */
export function GroupEditorDialog({ groupId, group, onClose }: GroupEditorDialogProps) {
  // Keep showing the edited group, even if the list no longer contains it.
  const shown = useLastDefined(group);
  const isNarrow = useMediaQuery('(max-width: 47.99em)') ?? false;

  /** Closes the dialog on Escape, unless a dialog or dropdown above it handles the key. */
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
