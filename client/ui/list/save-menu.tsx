import { Button, Group, Menu, Text } from '@mantine/core';
import { IconDownload, IconX } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { formatSize } from '#client/ui/format-size.ts';

type SaveMenuProps = {
  /** Bytes received so far. Undefined if no download is running. */
  bytes: number | undefined;
  onSave: (format: 'xlsx' | 'csv') => void;
  onCancel: () => void;
  isDisabled?: boolean;
  children?: ReactNode;
};

/** Menu that saves a list as a file. During a download, a click on the button cancels the download. */
export function ExportMenu({
  bytes,
  onSave,
  onCancel,
  isDisabled = false,
  children,
}: SaveMenuProps) {
  const [isOpen, setIsOpen] = useState(false);
  const isRunning = bytes !== undefined;
  return (
    <Group gap="xs" wrap="nowrap">
      {isRunning && (
        <Text size="sm" className="tabular" role="status">
          Saving… {formatSize(bytes)}
        </Text>
      )}
      <Menu
        opened={isOpen && !isRunning}
        onChange={(opened) => setIsOpen(opened && !isRunning)}
        position="bottom-end"
        withinPortal={false}
        // Omit Mantine's focus placeholder, because it is not a valid child of the `menu` role.
        withInitialFocusPlaceholder={false}
      >
        <Menu.Target>
          <Button
            variant="default"
            flex="1 0 auto"
            disabled={isDisabled && !isRunning}
            leftSection={
              isRunning ? <IconX size={18} aria-hidden /> : <IconDownload size={18} aria-hidden />
            }
            onClick={isRunning ? onCancel : undefined}
          >
            {isRunning ? 'Cancel' : 'Save as file'}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => onSave('xlsx')}>Excel</Menu.Item>
          <Menu.Item onClick={() => onSave('csv')}>CSV</Menu.Item>
          {children}
        </Menu.Dropdown>
      </Menu>
    </Group>
  );
}
