import { Anchor, Group, Text } from '@mantine/core';
import { Link } from 'react-router';
import { usePortal } from '#client/api/portal.ts';
import { paths } from '#client/paths.ts';
import classes from './page-layout.module.css';

/** Whose portal it is, and where to ask. */
export function Footer() {
  const portal = usePortal();
  return (
    <footer className={classes.footer}>
      <Group justify="space-between" gap="0.5rem 2rem" py="lg" className={classes.inner}>
        <Text size="sm" c="dimmed">
          {portal ? `${portal.name}, ${portal.university} · ${portal.session}` : 'FYP Portal'}
        </Text>
        <Text size="sm" c="dimmed">
          {portal && (
            <>
              FYP office: {portal.office.room}, {portal.office.hours} ·{' '}
              <Anchor href={`mailto:${portal.office.email}`} size="sm">
                {portal.office.email}
              </Anchor>
              {' · '}
            </>
          )}
          <Anchor component={Link} to={paths.developers} size="sm">
            Developers
          </Anchor>
        </Text>
      </Group>
    </footer>
  );
}
