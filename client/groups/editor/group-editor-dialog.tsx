import { Modal } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { type KeyboardEvent, Suspense } from 'react';
import { lazyPart } from '#client/layout/lazy-part.tsx';
import { useLastDefined } from '#client/ui/dialog/use-last-defined.ts';
import { LoadingLines } from '#client/ui/state/loading.tsx';
import type { FullGroup } from '#contract/groups.ts';

const GroupEditor = lazyPart(async () => (await import('./group-editor.tsx')).GroupEditor);

type GroupEditorDialogProps = {
  /** Id of the edited group, from the URL. If null, the dialog is closed. */
  groupId: string | null;
  /** Undefined if the list does not contain the edited group. */
  group: FullGroup | undefined;
  onClose: () => void;
};

/** Closing changes the URL, so that `LeavePageDialog` asks about unsaved changes. */
export function GroupEditorDialog({ groupId, group, onClose }: GroupEditorDialogProps) {
  // Keep showing the group even if a refetched list no longer contains it.
  const shown = useLastDefined(group);
  const isNarrow = useMediaQuery('(max-width: 47.99em)') ?? false;

  /** Ignores Escape if a dialog or dropdown on top of this dialog handles the key. */
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
      classNames={{ header: 'sticky' }}
    >
      {shown && (
        <Suspense fallback={<LoadingLines lines={8} label="Loading the editor…" />}>
          <GroupEditor key={shown._id} group={shown} onClose={onClose} />
        </Suspense>
      )}
    </Modal>
  );
}
