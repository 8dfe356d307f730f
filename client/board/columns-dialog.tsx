import { Checkbox, Modal, Stack } from '@mantine/core';
import type { BoardColumn } from './columns.ts';
import type { BoardUrlState } from './use-board-address.ts';

type ColumnsDialogProps = {
  opened: boolean;
  onClose: () => void;
  address: BoardUrlState;
  columns: readonly BoardColumn[];
};

/** Shows and hides columns of the board. */
export function ColumnsDialog({ opened, onClose, address, columns }: ColumnsDialogProps) {
  const { hidden, hide } = address;
  const names = columns.map(({ name }) => name).filter((name) => name !== 'group');
  return (
    <Modal opened={opened} onClose={onClose} title="Columns">
      <Checkbox.Group
        aria-label="Columns"
        value={names.filter((name) => !hidden.has(name))}
        onChange={(shown) => hide(new Set(names.filter((name) => !shown.includes(name))))}
      >
        <Stack gap="xs">
          {columns
            .filter(({ name }) => name !== 'group')
            .map(({ name, title }) => (
              <Checkbox key={name} value={name} label={title} />
            ))}
        </Stack>
      </Checkbox.Group>
    </Modal>
  );
}
