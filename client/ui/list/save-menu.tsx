import { Button, Group, Menu, Text } from '@mantine/core';
import { IconDownload, IconX } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { sizeText } from '#client/ui/size.ts';

type SaveMenuProps = {
  /** What has arrived; undefined when nothing is on its way. */
  bytes: number | undefined;
  onSave: (format: 'xlsx' | 'csv') => void;
  onCancel: () => void;
  isDisabled?: boolean;
  /** What else is saved from here: menu items. */
  children?: ReactNode;
};

/** Saves a list as a file; meanwhile, how much has arrived. The same button cancels, and so keeps the focus. */
export function SaveMenu({ bytes, onSave, onCancel, isDisabled = false, children }: SaveMenuProps) {
  const [isOpen, setIsOpen] = useState(false);
  const isRunning = bytes !== undefined;
  return (
    <Group gap="xs" wrap="nowrap">
      {isRunning && (
        <Text size="sm" className="tabular" role="status">
          Saving… {sizeText(bytes)}
        </Text>
      )}
      <Menu
        opened={isOpen && !isRunning}
        onChange={(opened) => setIsOpen(opened && !isRunning)}
        position="bottom-end"
        withinPortal={false}
        // Its empty element is none that a menu may have.
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
