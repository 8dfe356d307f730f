import { ActionIcon, Group, Modal, Stack, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { call } from '#client/api/connection/call.ts';
import { invalidateEndpoints } from '#client/api/queries.ts';
import { toast } from '#client/api/toast.ts';
import { useAction } from '#client/api/use-action.ts';
import { useSendForm } from '#client/api/use-send-form.ts';
import { createFieldValidator } from '#client/api/validate.ts';
import { Consequence } from '#client/ui/dialog/consequence.tsx';
import { SubmitButton } from '#client/ui/form/submit-button.tsx';
import { type BoardView, BoardViewName, deleteView, listViews, saveView } from '#contract/board.ts';

type SavedViewsDialogProps = {
  opened: boolean;
  onClose: () => void;
  /** Query string of the current view. */
  search: string;
  views: readonly BoardView[];
};

/** Saves the current view of the board by name, and deletes saved ones. */
export function SavedViewsDialog({ opened, onClose, search, views }: SavedViewsDialogProps) {
  const remove = useAction(deleteView, {
    failure: 'Couldn’t delete the view',
    invalidates: [listViews],
  });
  return (
    <Modal opened={opened} onClose={onClose} title="Saved views">
      <Stack>
        <NameForm search={search} onDone={onClose} />
        {views.length > 0 && <Consequence>A deleted view cannot be restored.</Consequence>}
        <ul className="plain ruled">
          {views.map(({ _id, name }) => (
            <Group component="li" key={_id} justify="space-between" wrap="nowrap">
              <span className="breakable">{name}</span>
              <ActionIcon
                variant="subtle"
                color="red"
                aria-label={`Delete ${name}`}
                loading={remove.isRunning}
                onClick={() => remove.run({ params: { viewId: _id } })}
              >
                <IconTrash size={18} aria-hidden />
              </ActionIcon>
            </Group>
          ))}
        </ul>
      </Stack>
    </Modal>
  );
}

function NameForm({ search, onDone }: { search: string; onDone: () => void }) {
  const form = useSendForm({
    initialValues: { name: '' },
    validate: { name: createFieldValidator(BoardViewName) },
    send: ({ name }, options) => call(saveView, { body: { name, search } }, options),
    failure: 'Couldn’t save the view',
    onDone: async ({ message }) => {
      toast.success(message);
      await invalidateEndpoints(listViews);
      onDone();
    },
  });
  return (
    <form {...form.props}>
      <Group align="flex-end" wrap="nowrap">
        <TextInput
          label="Name of the current view"
          flex={1}
          data-autofocus
          {...form.getInputProps('name')}
          error={form.errors.name ?? form.status.error}
        />
        <SubmitButton isBusy={form.isBusy} busyText="Saving…">
          Save view
        </SubmitButton>
      </Group>
    </form>
  );
}
