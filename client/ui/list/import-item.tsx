import { Menu } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { Link } from 'react-router';

/** Item of a list's menu that leads to the import page. */
export const ImportItem = ({ to }: { to: string }) => (
  <Menu.Item component={Link} to={to} leftSection={<IconUpload size={16} aria-hidden />}>
    Import
  </Menu.Item>
);
