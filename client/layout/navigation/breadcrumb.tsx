import { Anchor, Group } from '@mantine/core';
import { IconChevronLeft } from '@tabler/icons-react';
import { Link, useLocation } from 'react-router';
import { useHasViva } from '#client/api/cohorts/cohort-content.ts';
import { useModules } from '#client/api/portal.ts';
import { SetupLink } from '#client/layout/setup-link.tsx';
import { paths } from '#contract/paths.ts';
import type { Role } from '#contract/values/roles.ts';
import { findPlace, listPlaces } from './places.ts';

/** Link from a page that is below a place, such as a group or a setting, to that place. */
export function Breadcrumb({ role }: { role: Role }) {
  const { pathname, search } = useLocation();
  const place = findPlace(listPlaces(role, useModules(), useHasViva()), pathname + search);
  if (!place) return null;
  return (
    <Group justify="space-between" gap="xs">
      <nav aria-label="Breadcrumb">
        <Anchor
          component={Link}
          to={place.to}
          size="sm"
          display="inline-flex"
          style={{ alignItems: 'center' }}
        >
          <IconChevronLeft size={16} aria-hidden />
          {place.label}
        </Anchor>
      </nav>
      {role === 'admin' && !pathname.startsWith(paths.group('')) && <SetupLink />}
    </Group>
  );
}
