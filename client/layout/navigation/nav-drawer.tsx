import { Divider, Drawer, Text } from '@mantine/core';
import { NavLink } from 'react-router';
import type { Session } from '#client/api/session/session.ts';
import type { Page } from '#client/feature.ts';
import classes from './nav-bar.module.css';
import { AccountButtons, roleNames, useAccountDialog } from './user-menu.tsx';

type NavDrawerProps = {
  opened: boolean;
  onClose: () => void;
  session: Session;
  links: readonly Page[];
};

export function NavDrawer({ opened, onClose, session, links }: NavDrawerProps) {
  const account = useAccountDialog();
  return (
    <>
      <Drawer
        opened={opened}
        onClose={onClose}
        position="right"
        size="19rem"
        title="Menu"
        closeButtonProps={{ 'aria-label': 'Close menu' }}
      >
        <nav aria-label="Main">
          {links.map(({ path, label }) => (
            <NavLink
              key={path}
              to={path}
              end
              className={`hoverable ${classes.drawerLink}`}
              onClick={onClose}
            >
              {label}
            </NavLink>
          ))}
        </nav>
        <Divider my="md" />
        <Text fw={600} className="breakable">
          {session.name}
        </Text>
        <Text size="sm" c="dimmed" mb="md" className="breakable">
          {roleNames[session.role]} · {session.email}
        </Text>
        <AccountButtons
          onOpen={() => {
            onClose();
            account.open();
          }}
        />
      </Drawer>
      {account.element}
    </>
  );
}
