import { SimpleGrid, Stack } from '@mantine/core';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { useMarkingScheme } from '#client/api/cohorts/cohort-content.ts';
import { useCohort } from '#client/api/cohorts/cohorts.ts';
import { portalStaleTimeMs } from '#client/api/portal.ts';
import { createPrefetchRequest, type GetPrefetchRequests } from '#client/api/prefetch-requests.ts';
import { getErrorMessage } from '#client/api/problems.ts';
import { buildQueryOptions } from '#client/api/queries.ts';
import { type Session, useSession } from '#client/api/session/session.ts';
import { toast } from '#client/api/toast.ts';
import { useRead } from '#client/api/use-read.ts';
import { DocumentLinks } from '#client/documents/document-links.tsx';
import { DocumentList } from '#client/documents/document-list.tsx';
import { MemberDocuments } from '#client/documents/member-documents.tsx';
import { PreviewPanel } from '#client/documents/preview/preview-panel.tsx';
import { invalidateGroups } from '#client/groups/admin/invalidate-groups.ts';
import { GroupDetails } from '#client/groups/group-details.tsx';
import { MemberCards } from '#client/groups/member-cards.tsx';
import { CohortSwitch } from '#client/layout/cohort-switch.tsx';
import { MarksPrintHeader, MarksSignatures } from '#client/layout/marks-sheet.tsx';
import { usePageTitle } from '#client/layout/use-page-title.ts';
import { listMarkableGroups } from '#client/marks/assigned-groups.ts';
import { toGroupChoice } from '#client/marks/group-choice.ts';
import { GroupChoices } from '#client/marks/group-choices.tsx';
import { GroupPicker } from '#client/marks/group-picker.tsx';
import { MarksForm } from '#client/marks/marks-form.tsx';
import { NoGroups } from '#client/marks/no-groups.tsx';
import { SchemePartTabs, type TabLocation, useTabLocation } from '#client/marks/part-tabs.tsx';
import { SaveBar } from '#client/marks/save-bar.tsx';
import { prefetchGroup, useAllGroups, useOpenGroup } from '#client/marks/use-all-groups.ts';
import { GroupSimilarity } from '#client/similarity/group-similarity.tsx';
import { GroupDeadlines } from '#client/submissions/group-deadlines.tsx';
import { PageHeader } from '#client/ui/page-header.tsx';
import { Section } from '#client/ui/section.tsx';
import { ErrorState } from '#client/ui/state/error-state.tsx';
import { Loaded } from '#client/ui/state/loaded.tsx';
import { LoadingCards } from '#client/ui/state/loading.tsx';
import { type FullGroup, listAssignedGroups } from '#contract/groups.ts';
import { paths } from '#contract/paths.ts';
import type { SchemePart } from '#contract/rules/scheme.ts';
import { listCohorts } from '#contract/settings/cohorts.ts';
import { findHome } from '#contract/settings/content.ts';
import classes from './beside.module.css';

export const getPrefetchRequests: GetPrefetchRequests = ({ session, hasCohorts }) => {
  if (hasCohorts) return [createPrefetchRequest(listCohorts)];
  return session?.role === 'faculty' ? [createPrefetchRequest(listAssignedGroups)] : [];
};

export function Component() {
  const session = useSession();
  const failure = 'Failed to fetch groups';
  const portal = useRead(findHome, {}, { failure, staleTime: portalStaleTimeMs });
  const { parts } = useMarkingScheme();
  const { code } = useCohort();
  return (
    <>
      <div data-no-print>
        <PageHeader title={usePageTitle(paths.faculty)} />
      </div>
      <CohortSwitch />
      <Loaded read={portal} loading={<LoadingCards cards={2} label="Loading your groups…" />}>
        {() => {
          if (!session || parts.length === 0) return null;
          const Groups = session.role === 'admin' ? AllGroups : OwnGroups;
          return <Groups key={code} session={session} parts={parts} code={code} />;
        }}
      </Loaded>
    </>
  );
}

type GroupsProps = { session: Session; parts: readonly SchemePart[]; code: string | undefined };

const loadingGroups = <LoadingCards cards={2} label="Loading your groups…" />;

/** Shows the groups of a supervisor or examiner. Loads all of them at once, because there are few. */
function OwnGroups({ session, parts, code }: GroupsProps) {
  const place = useTabLocation(parts);
  const read = useQuery({
    ...buildQueryOptions(listAssignedGroups, code === undefined ? {} : { query: { cohort: code } }),
    // Unsaved input is stored separately, so refetching does not discard it.
    refetchOnWindowFocus: 'always',
  });
  const panelOf = (part: SchemePart) => {
    if (!read.data) return read.isError ? <GroupLoadError read={read} /> : loadingGroups;
    const { allGroups } = read.data;
    return <OwnGroupsOfTab session={session} part={part} place={place} groups={allGroups} />;
  };
  return <SchemePartTabs parts={parts} place={place} panelOf={panelOf} />;
}

type OwnGroupsOfTabProps = {
  session: Session;
  part: SchemePart;
  place: TabLocation;
  groups: readonly FullGroup[];
};

function OwnGroupsOfTab({ session, part, place, groups }: OwnGroupsOfTabProps) {
  const { groupId, isArrival, openGroup, openTab } = place;
  const listed = listMarkableGroups(groups, part, session);
  // Open the only group of a tab when the user arrives, but not after the user switches tabs (spec 4).
  const [only] = isArrival && listed.length === 1 ? listed : [];
  const group = only ?? listed.find(({ _id }) => _id === groupId);
  useEffect(() => {
    if (only) openGroup(only._id, true);
  }, [only, openGroup]);
  const choices = { groups: listed.map((each) => toGroupChoice(each, part)), total: listed.length };
  return (
    <Stack gap="lg">
      {listed.length > 0 && <GroupPicker choices={choices} group={group} onPick={openGroup} />}
      {group ? (
        <OpenGroup session={session} part={part} group={group} />
      ) : (
        <NoGroup>
          {listed.length > 0 ? (
            <GroupChoices choices={choices} onPick={openGroup} />
          ) : (
            <NoGroups session={session} part={part} groups={groups} onOpen={openTab} />
          )}
        </NoGroup>
      )}
    </Stack>
  );
}

/** Shows all groups to an admin. Loads the full data of the open group only, and summaries of the other groups. */
function AllGroups({ session, parts, code }: GroupsProps) {
  const place = useTabLocation(parts);
  const { groupId, openGroup } = place;
  const { list, choicesOf } = useAllGroups(code, groupId);
  const open = useOpenGroup(groupId, useCohort().cohort?._id);
  const panelOf = (part: SchemePart) => {
    const choices = choicesOf(part);
    if (!choices) return list.isError ? <GroupLoadError read={list} /> : loadingGroups;
    const listed = choices.groups.find(({ _id }) => _id === groupId);
    return (
      <Stack gap="lg">
        {choices.total > 0 && (
          <GroupPicker
            choices={choices}
            group={open.group ?? listed}
            onPick={openGroup}
            onIntent={prefetchGroup}
          />
        )}
        {open.group ? (
          <OpenGroup session={session} part={part} group={open.group} />
        ) : open.isLoading ? (
          <LoadingCards cards={2} label="Loading the group…" />
        ) : open.isFailed ? (
          <GroupLoadError read={open} />
        ) : (
          <NoGroup>
            {choices.total > 0 ? (
              <GroupChoices choices={choices} onPick={openGroup} onIntent={prefetchGroup} />
            ) : (
              <NoGroups session={session} part={part} groups={[]} onOpen={place.openTab} />
            )}
          </NoGroup>
        )}
      </Stack>
    );
  };
  return <SchemePartTabs parts={parts} place={place} panelOf={panelOf} />;
}

type UnreadProps = { read: Pick<UseQueryResult, 'error' | 'refetch' | 'isFetching'> };

function GroupLoadError({ read: { error, refetch, isFetching } }: UnreadProps) {
  return (
    <ErrorState
      message="Failed to fetch groups"
      onRetry={() => void refetch()}
      isRetrying={isFetching}
    >
      {getErrorMessage(error, '') || undefined}
    </ErrorState>
  );
}

type OpenGroupProps = { session: Session; part: SchemePart; group: FullGroup };

function OpenGroup({ session, part, group }: OpenGroupProps) {
  return (
    <div className={`wide ${classes.columns}`}>
      <Stack gap="lg">
        <MarksPrintHeader title={`${group.fypGroupName}: ${part.title} marks`} />
        <MarksForm key={group._id} group={group} part={part} />
        {/* Display the documents above the marks, but after them in the tab order. */}
        <div style={{ order: -1 }}>
          <DocumentLinks documents={group.documents} />
        </div>
        <GroupSheet
          group={group}
          mayCheck={session.role === 'admin' || group.supervisorId === session.userId}
        />
        <MarksSignatures group={group} />
      </Stack>
      <PreviewPanel documents={group.documents} />
    </div>
  );
}

function NoGroup({ children }: { children: ReactNode }) {
  return (
    <>
      {children}
      <SaveBar idle="No group selected" onSave={() => toast.warning('Please select a group')} />
    </>
  );
}

function GroupSheet({ group, mayCheck }: { group: FullGroup; mayCheck: boolean }) {
  return (
    <Stack gap="lg">
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        <Section title="Group details">
          <GroupDetails group={group} />
        </Section>
        <Section title="Members">
          <MemberCards
            members={group.fypGroupMembers}
            withWhatsapp
            below={({ _id, name }) => (
              <MemberDocuments
                documents={group.documents.filter(({ memberId }) => memberId === _id)}
                memberName={name}
                mayCheck={mayCheck}
                onChecked={invalidateGroups}
              />
            )}
          />
        </Section>
      </SimpleGrid>
      <Section title="Documents">
        <DocumentList documents={group.documents} />
      </Section>
      <GroupSimilarity group={group} />
      <div data-no-print>
        <GroupDeadlines groupId={group._id} cohortId={group.cohortId} mayAsk={false} />
      </div>
    </Stack>
  );
}
