import { Stack } from '@mantine/core';
import { useSession } from '#client/api/session/session.ts';
import { useRead } from '#client/api/use-read.ts';
import type { DeskSection } from '#client/feature.ts';
import { renderSections, sortSections } from '#client/layout/sections.tsx';
import { PageHeader } from '#client/ui/page-header.tsx';
import { findDesk } from '#contract/desk.ts';
import { mayAccess } from '#contract/endpoint.ts';
import { Desk } from './desk.tsx';

const sections = sortSections<DeskSection>(
  import.meta.glob('../*/desk-section.tsx', { eager: true, import: 'pageSections' }),
);

export function Component() {
  const role = useSession()?.role;
  const desk = useRead(findDesk, {}, { failure: 'Failed to load your desk', staleTime: 0 });
  // Render the other features' sections only after the tasks above them have loaded, to prevent a layout shift.
  const hasDeskLoaded = desk.data !== undefined || desk.error !== undefined;
  const visibleSections = sections.filter(({ roles }) => mayAccess(roles, role));
  return (
    <>
      <PageHeader title="Desk" description="Your tasks, most urgent first." />
      <Stack gap="lg">
        <Desk />
        {hasDeskLoaded && renderSections(visibleSections, {})}
      </Stack>
    </>
  );
}
