import { Button, Menu } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useDownload } from '#client/api/files/use-download.ts';
import { type ImportKind, importTemplate } from '#contract/admin/imports.ts';

export function TemplateMenu({ kind }: { kind: ImportKind }) {
  const { download } = useDownload({ failure: 'Couldn’t download the template' });
  const save = (format: 'xlsx' | 'csv') =>
    download(importTemplate, { query: { of: kind, format } });
  return (
    <Menu position="bottom-end" withinPortal={false} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Button variant="default" leftSection={<IconDownload size={18} aria-hidden />}>
          Template
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => save('xlsx')}>Excel</Menu.Item>
        <Menu.Item onClick={() => save('csv')}>CSV</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
