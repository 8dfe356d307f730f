import { ActionIcon, Button, Group, Menu, Modal, Stack, TextInput } from '@mantine/core';
import { IconBookmark, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { call } from '#client/api/connection/call.ts';
import { invalidateEndpoints } from '#client/api/queries.ts';
import { toast } from '#client/api/toast.ts';
import { useAction } from '#client/api/use-action.ts';
import { useRead } from '#client/api/use-read.ts';
import { useSendForm } from '#client/api/use-send-form.ts';
import { createFieldValidator } from '#client/api/validate.ts';
import { BoardViewName, deleteView, listViews, saveView } from '#contract/board.ts';
import type { BoardUrlState } from './use-board-address.ts';

export function SavedViews({ address }: { address: BoardUrlState }) {
  const { data } = useRead(listViews, {}, { failure: 'Failed to load your views' });
  const [isNaming, setIsNaming] = useState(false);
  const remove = useAction(deleteView, {
    failure: 'Failed to delete the view',
    invalidates: [listViews],
  });
  const views = data?.views ?? [];
  return (
    <>
      <Menu withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <Button variant="default" leftSection={<IconBookmark size={18} aria-hidden />}>
            Saved views
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {views.map(({ _id, name, search }) => (
            <Menu.Item key={_id} onClick={() => address.showView(search)}>
              {name}
            </Menu.Item>
          ))}
          {views.length > 0 && <Menu.Divider />}
          <Menu.Item onClick={() => setIsNaming(true)}>Save or delete views…</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Modal opened={isNaming} onClose={() => setIsNaming(false)} title="Saved views">
        <Stack>
          <NameForm search={address.view} onDone={() => setIsNaming(false)} />
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
    </>
  );
}

function NameForm({ search, onDone }: { search: string; onDone: () => void }) {
  const form = useSendForm({
    initialValues: { name: '' },
    validate: { name: createFieldValidator(BoardViewName) },
    send: ({ name }, options) => call(saveView, { body: { name, search } }, options),
    failure: 'Failed to save the view',
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
        <Button type="submit" loading={form.isBusy}>
          Save view
        </Button>
      </Group>
    </form>
  );
}
