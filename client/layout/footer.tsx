import { Anchor, Box, Group, Text } from '@mantine/core';
import { Link } from 'react-router';
import {
  useIsModuleEnabled,
  useMenuLabels,
  usePortalInfo,
  usePortalName,
} from '#client/api/portal.ts';
import { useSession } from '#client/api/session/session.ts';
import { EmailLink } from '#client/ui/email-link.tsx';
import { paths } from '#contract/paths.ts';
import { getMenuLabel } from '#contract/settings/portal-names.ts';
import classes from './page-layout.module.css';
import { ColourSchemeButton } from './scheme-button.tsx';

export function Footer() {
  const portal = usePortalInfo();
  const portalName = usePortalName();
  const labels = useMenuLabels();
  const session = useSession();
  const hasDevelopers = useIsModuleEnabled('developers');
  return (
    <Box component="footer" bg="var(--mantine-color-body)" className="overlined" data-no-print>
      <Group justify="space-between" gap="0.5rem 2rem" py="lg" className={classes.inner}>
        <Text size="sm" c="dimmed">
          {portal ? (
            <>
              <bdi>{portal.name}</bdi>, <bdi>{portal.university}</bdi> · <bdi>{portal.session}</bdi>
            </>
          ) : (
            portalName
          )}
        </Text>
        <Group gap="xs" wrap="nowrap">
          <Text size="sm" c="dimmed" className="breakable">
            {portal && (
              <>
                FYP office: <bdi>{portal.office.room}</bdi>, <bdi>{portal.office.hours}</bdi> ·{' '}
                <EmailLink email={portal.office.email} size="sm" />
              </>
            )}
            {portal && ' · '}
            <Anchor component={Link} to={paths.help} size="sm">
              Help
            </Anchor>
            {hasDevelopers && (
              <>
                {' · '}
                <Anchor component={Link} to={paths.developers} size="sm">
                  {getMenuLabel(labels, 'developers')}
                </Anchor>
              </>
            )}
          </Text>
          {!session && <ColourSchemeButton />}
        </Group>
      </Group>
    </Box>
  );
}
