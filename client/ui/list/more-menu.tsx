import { Button, Group, Menu, Text } from '@mantine/core';
import { IconDots, IconDownload, IconX } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { formatSize } from '#contract/values/format-size.ts';

export type ListDownload = {
  /** Bytes received so far. Undefined if no download is running. */
  bytes: number | undefined;
  onSave: (format: 'xlsx' | 'csv') => void;
  onCancel: () => void;
  isDisabled?: boolean;
};

type MoreMenuProps = {
  /** Saves the list as a file. */
  download: ListDownload;
  /** True if the list can only be saved, so that the button says so. */
  onlySaves?: boolean;
  /** Further items of the menu. */
  children?: ReactNode;
};

/** Menu with the less frequent actions of a list. During a download, a click on the button cancels the download. */
export function MoreMenu({ download, onlySaves = false, children }: MoreMenuProps) {
  const [isOpen, setIsOpen] = useState(false);
  const { bytes, onSave, onCancel, isDisabled = false } = download;
  const isRunning = bytes !== undefined;
  const Icon = isRunning ? IconX : onlySaves ? IconDownload : IconDots;
  const label = onlySaves ? 'Export' : 'More';
  return (
    <Group gap="xs" wrap="nowrap">
      {isRunning && (
        <Text size="sm" role="status">
          Exporting… {formatSize(bytes)}
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
            disabled={onlySaves && isDisabled && !isRunning}
            leftSection={<Icon size={18} aria-hidden />}
            onClick={isRunning ? onCancel : undefined}
          >
            {isRunning ? 'Cancel' : label}
          </Button>
        </Menu.Target>
        <Menu.Dropdown mah="70vh" maw="calc(100vw - 1rem)" style={{ overflowY: 'auto' }}>
          {!onlySaves && <Menu.Label>Export</Menu.Label>}
          <Menu.Item disabled={isDisabled} onClick={() => onSave('xlsx')}>
            Excel
          </Menu.Item>
          <Menu.Item disabled={isDisabled} onClick={() => onSave('csv')}>
            CSV
          </Menu.Item>
          {children && <Menu.Divider />}
          {children}
        </Menu.Dropdown>
      </Menu>
    </Group>
  );
}
