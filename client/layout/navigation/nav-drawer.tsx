import { Divider, Drawer, Text } from '@mantine/core';
import { NavLink } from 'react-router';
import { useMenuLabels } from '#client/api/portal.ts';
import type { Session } from '#client/api/session/session.ts';
import { getPageLabel, type Page } from '#client/feature.ts';
import { roleNames } from '#contract/values/role-names.ts';
import classes from './nav-bar.module.css';
import { AccountButtons, useAccountDialog } from './user-menu.tsx';

type NavDrawerProps = {
  opened: boolean;
  onClose: () => void;
  session: Session;
  links: readonly Page[];
};

export function NavDrawer({ opened, onClose, session, links }: NavDrawerProps) {
  const account = useAccountDialog();
  const labels = useMenuLabels();
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
          {links.map((page) => (
            <NavLink
              key={page.path}
              to={page.path}
              end
              className={`hoverable ${classes.drawerLink}`}
              onClick={onClose}
            >
              {getPageLabel(page, labels)}
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
