import { Button, Text } from '@mantine/core';
import type { FormEvent } from 'react';
import { useConfirmViva } from '#client/layout/confirm-viva.tsx';
import { DialogFooter } from '#client/ui/dialog/dialog-footer.tsx';
import { LeavePageDialog } from '#client/ui/dialog/leave-dialog.tsx';
import { SubmitButton } from '#client/ui/form/submit-button.tsx';
import { BidiSentence } from '#client/ui/sentence.tsx';
import type { FullGroup } from '#contract/groups.ts';
import { EditConflictAlert } from './group-editor-stale.tsx';
import { GroupEditorTabs } from './group-editor-tabs.tsx';
import { useGroupEditor } from './use-group-editor.ts';

type GroupEditorProps = {
  group: FullGroup;
  onClose: () => void;
};

export function GroupEditor({ group, onClose }: GroupEditorProps) {
  const editor = useGroupEditor(group, onClose);
  const { form, base, edited } = editor;
  const isDirty = edited.length > 0 && !form.isDone;
  const confirming = useConfirmViva(editor.vivaDoubt);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    confirming.run(() => form.props.onSubmit(event));
  };
  return (
    <form {...form.props} onSubmit={submit} aria-label={`Edit ${group.fypGroupName}`}>
      {confirming.element}
      <EditConflictAlert
        groupId={group._id}
        refusal={editor.refusal}
        conflicts={editor.conflicts}
        values={form.values}
        changedBy={base.changedBy}
        onFresh={editor.takeFresh}
        onTakeTheirs={editor.takeTheirs}
      />
      <GroupEditorTabs editor={editor} />
      <DialogFooter>
        {form.status.error && !editor.refusal && (
          <Text size="sm" c="var(--mantine-color-error)" role="alert" flex="1 1 100%">
            <BidiSentence text={form.status.error} />
          </Text>
        )}
        <Text size="sm" c="dimmed" role="status" flex={{ base: '1 1 100%', xs: '1 1 10rem' }}>
          {formatUnsaved(edited)}
        </Text>
        <Button variant="default" onClick={onClose} disabled={form.isBusy}>
          {isDirty ? 'Cancel' : 'Close'}
        </Button>
        <SubmitButton isBusy={form.isBusy} busyText="Saving…" disabled={edited.length === 0}>
          Save changes
        </SubmitButton>
      </DialogFooter>
      <LeavePageDialog
        when={isDirty}
        guardsSearch
        title="Leave without saving?"
        confirmLabel="Discard changes"
        cancelLabel="Keep editing"
      >
        Your changes to this group are not saved yet.
      </LeavePageDialog>
    </form>
  );
}

function formatUnsaved(edited: readonly string[]): string {
  // Count a changed staff name and a changed id of the linked account as one change.
  const isPart = (path: string) => /Id$/.test(path) && edited.includes(path.replace(/Id$/, ''));
  const count = edited.filter((path) => !isPart(path)).length;
  if (count === 0) return 'No unsaved changes';
  return count === 1 ? '1 unsaved change' : `${count} unsaved changes`;
}
