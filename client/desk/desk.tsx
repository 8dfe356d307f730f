import { Stack } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { useLocation } from 'react-router';
import { useRead } from '#client/api/use-read.ts';
import type { ChosenUpload, DeskSection } from '#client/feature.ts';
import { renderSections, sortSections } from '#client/layout/sections.tsx';
import { ColumnLayout } from '#client/ui/columns.tsx';
import { showPart } from '#client/ui/list/list-section.tsx';
import { findDesk } from '#contract/desk.ts';
import { mayAccess } from '#contract/endpoint.ts';
import type { Role } from '#contract/values/roles.ts';
import { DeskAnnouncements } from './desk-announcements.tsx';
import { DeskTasks } from './desk-tasks.tsx';

const sections = sortSections<DeskSection>(
  import.meta.glob('../*/desk-section.tsx', { eager: true, import: 'pageSections' }),
);

export type DeskProps = {
  role: Role;
  onUpload: (upload: ChosenUpload) => void;
  children: ReactNode;
};

/**
 * The user's tasks, followed by the sections of other features and the announcements. `children` is the rest of the
 * page. Everything below the tasks is rendered after they have loaded, to prevent a layout shift.
 */
export function Desk({ role, onUpload, children }: DeskProps) {
  const read = useRead(findDesk, {}, { failure: 'Couldn’t load your desk', staleTime: 0 });
  const hasLoaded = read.data !== undefined || read.error !== undefined;
  useLinkedSection(hasLoaded);
  const announcements = read.data?.announcements ?? [];
  const visibleSections = sections.filter(({ roles }) => mayAccess(roles, role));
  const renderColumn = (isBeside: boolean) =>
    hasLoaded &&
    renderSections(
      visibleSections.filter((section) => isBeside === (section.isBeside ?? false)),
      {},
    );
  return (
    <>
      <ColumnLayout widths="minmax(0, 1.75fr) minmax(0, 1fr)" mb="lg">
        <Stack gap="lg">
          {/* Remount the section after loading: if the setup replaces it, that would count as a layout shift. */}
          <DeskTasks
            key={hasLoaded ? 'known' : 'loading'}
            read={{ ...read, data: read.data?.items }}
            role={role}
            onUpload={onUpload}
          />
          {renderColumn(false)}
          {announcements.length > 0 && <DeskAnnouncements announcements={announcements} />}
        </Stack>
        <Stack gap="lg">{renderColumn(true)}</Stack>
      </ColumnLayout>
      {hasLoaded && children}
    </>
  );
}

/** Shows the part of the desk that the hash of the URL names, which did not exist before the desk loaded. */
function useLinkedSection(hasLoaded: boolean) {
  const { hash } = useLocation();
  useEffect(() => {
    if (hasLoaded && hash) showPart(document.getElementById(hash.slice(1)));
  }, [hasLoaded, hash]);
}
