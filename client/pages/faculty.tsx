import { Button, Paper, SimpleGrid, Stack, Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { useScheme } from '#client/api/cohort-content.ts';
import { useCohort } from '#client/api/cohorts.ts';
import { portalStaleMs } from '#client/api/portal.ts';
import { messageOf } from '#client/api/problems.ts';
import { query } from '#client/api/queries.ts';
import { type Session, useSession } from '#client/api/session.ts';
import { toast } from '#client/api/toast.ts';
import { useRead } from '#client/api/use-read.ts';
import { DocumentLinks } from '#client/documents/document-links.tsx';
import { DocumentList } from '#client/documents/document-list.tsx';
import { MemberDocuments } from '#client/documents/member-documents.tsx';
import { invalidateGroups } from '#client/groups/admin/invalidate-groups.ts';
import { GroupDetails } from '#client/groups/group-details.tsx';
import { MemberCards } from '#client/groups/member-cards.tsx';
import { CohortSwitch } from '#client/layout/cohort-switch.tsx';
import { MarksHead, MarksSignatures } from '#client/layout/marks-sheet.tsx';
import { StaffLinks } from '#client/layout/staff-links.tsx';
import { groupsOfTab } from '#client/marks/assigned-groups.ts';
import { GroupPicker } from '#client/marks/group-picker.tsx';
import { MarksForm } from '#client/marks/marks-form.tsx';
import { NoGroups } from '#client/marks/no-groups.tsx';
import { SaveBar } from '#client/marks/save-bar.tsx';
import { GroupDeadlines } from '#client/submissions/group-deadlines.tsx';
import { PageHeader } from '#client/ui/page-header.tsx';
import { Section } from '#client/ui/section.tsx';
import { EmptyState } from '#client/ui/state/empty-state.tsx';
import { ErrorState } from '#client/ui/state/error-state.tsx';
import { Loaded } from '#client/ui/state/loaded.tsx';
import { LoadingCards } from '#client/ui/state/loading.tsx';
import { findHome } from '#contract/content.ts';
import { type FullGroup, listAssignedGroups } from '#contract/groups.ts';
import type { Part } from '#contract/rules/scheme.ts';
import classes from './faculty.module.css';

/** The files of a whole group. */
const groupKinds = ['proposal', 'report', 'thesis', 'similarity', 'code'] as const;

/** A tab's name in the address and in ids: without the space. */
const slugOf = ({ title }: Part) => title.toLowerCase().replaceAll(' ', '-');

/** The tab and the group stand in the address, so that a reload comes back to them, and Back to the group before. */
function usePlace(parts: readonly Part[]) {
  const [search, setSearch] = useSearchParams();
  const tab = search.get('tab') ?? '';
  const go = (place: Record<string, string>, replace = false) =>
    setSearch(
      { ...(search.has('cohort') && { cohort: search.get('cohort') ?? '' }), ...place },
      { replace, preventScrollReset: true },
    );
  const part = parts.find((each) => slugOf(each) === tab) ?? parts[0];
  return {
    part,
    groupId: search.get('group'),
    isArrival: !search.has('tab') && !search.has('group'),
    openTab: (to: Part) => go({ tab: slugOf(to) }),
    openGroup: (group: string, isReplacing = false) =>
      go({ ...(part && { tab: slugOf(part) }), group }, isReplacing),
  };
}

export function Component() {
  const session = useSession();
  const failure = 'Failed to fetch groups';
  const portal = useRead(findHome, {}, { failure, staleTime: portalStaleMs });
  const { parts } = useScheme();
  const { code } = useCohort();
  return (
    <>
      <PageHeader title="Faculty" actions={<StaffLinks />} />
      <CohortSwitch />
      <Loaded read={portal} loading={<LoadingCards cards={2} label="Loading your groups…" />}>
        {() => session && parts.length > 0 && <PartTabs key={code} {...{ session, parts, code }} />}
      </Loaded>
    </>
  );
}

type PartTabsProps = { session: Session; parts: readonly Part[]; code: string | undefined };

function PartTabs({ session, parts, code }: PartTabsProps) {
  const { part: open, groupId, isArrival, openTab, openGroup } = usePlace(parts);
  const groups = useQuery({
    ...query(listAssignedGroups, code === undefined ? {} : { query: { cohort: code } }),
    // What is typed lies above what is saved, so a newer reply never disturbs it.
    refetchOnWindowFocus: 'always',
  });
  return (
    <Tabs
      value={open ? slugOf(open) : null}
      onChange={(value) => {
        const part = parts.find((each) => slugOf(each) === value);
        if (part) openTab(part);
      }}
      activateTabWithKeyboard={false}
      keepMounted={false}
    >
      <Tabs.List mb="lg" data-no-print>
        {parts.map((part) => (
          <Tabs.Tab key={part.title} value={slugOf(part)} px={{ base: '0.6rem', xs: 'md' }}>
            {part.title}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {parts.map((part) => (
        <Tabs.Panel key={part.title} value={slugOf(part)}>
          {groups.data ? (
            <Groups
              session={session}
              part={part}
              groups={groups.data.allGroups}
              groupId={groupId ?? undefined}
              isArrival={isArrival}
              onPick={openGroup}
              onOpenTab={openTab}
            />
          ) : groups.isError ? (
            <ErrorState
              message="Failed to fetch groups"
              onRetry={() => groups.refetch()}
              isRetrying={groups.isFetching}
            >
              {messageOf(groups.error, '') || undefined}
            </ErrorState>
          ) : (
            <LoadingCards cards={2} label="Loading your groups…" />
          )}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}

type GroupsProps = {
  session: Session;
  part: Part;
  groups: readonly FullGroup[];
  groupId: string | undefined;
  /** Nothing was chosen yet, not even the tab. */
  isArrival: boolean;
  onPick: (groupId: string, isReplacing?: boolean) => void;
  onOpenTab: (part: Part) => void;
};

function Groups({ session, part, groups, groupId, isArrival, onPick, onOpenTab }: GroupsProps) {
  const listed = groupsOfTab(groups, part, session);
  // On arrival, of a single group there is nothing to choose; a switch of the tab clears the group (spec 4).
  const [only] = isArrival && session.role === 'faculty' && listed.length === 1 ? listed : [];
  const group = only ?? listed.find(({ _id }) => _id === groupId);
  useEffect(() => {
    if (only) onPick(only._id, true);
  }, [only, onPick]);
  return (
    <Stack gap="lg">
      {listed.length > 0 && (
        <GroupPicker groups={listed} part={part} groupId={group?._id} onPick={onPick} />
      )}
      {group ? (
        <Stack gap="lg">
          <MarksHead title={`${part.title} marks of ${group.fypGroupName}`} />
          <MarksForm key={group._id} group={group} part={part} />
          {/* Shown above the marks; the keyboard goes from the group straight to them. */}
          <div style={{ order: -1 }}>
            <DocumentLinks documents={group.documents} kinds={groupKinds} />
          </div>
          <GroupSheet
            group={group}
            mayCheck={session.role === 'admin' || group.supervisorId === session.userId}
          />
          <MarksSignatures group={group} />
        </Stack>
      ) : (
        <>
          <Paper>
            {listed.length > 0 ? (
              <WhichGroup groups={listed} onPick={onPick} />
            ) : (
              <NoGroups session={session} part={part} groups={groups} onOpen={onOpenTab} />
            )}
          </Paper>
          <SaveBar idle="No group selected" onSave={() => toast.warning('Please select a group')} />
        </>
      )}
    </Stack>
  );
}

const followedByEmail = 'Every save is followed by an email to each member whose marks changed.';

/** Several to choose from, or the only one to open. */
function WhichGroup({ groups, onPick }: Pick<GroupsProps, 'groups' | 'onPick'>) {
  const [first] = groups;
  if (groups.length === 1 && first) {
    return (
      <EmptyState
        title="Which group?"
        drawing="people"
        action={<Button onClick={() => onPick(first._id)}>Open {first.fypGroupName}</Button>}
      >
        You have one group on this tab. {followedByEmail}
      </EmptyState>
    );
  }
  return (
    <EmptyState title="Which group?" drawing="people">
      Choose one of the {groups.length} groups above. Its marks, members and documents open here.{' '}
      {followedByEmail}
    </EmptyState>
  );
}

/** Whom and what the marks are for. On paper it comes first. */
function GroupSheet({ group, mayCheck }: { group: FullGroup; mayCheck: boolean }) {
  return (
    <Stack gap="lg" className={classes.details}>
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
        <DocumentList documents={group.documents} kinds={groupKinds} />
      </Section>
      <div data-no-print>
        <GroupDeadlines groupId={group._id} mayAsk={false} />
      </div>
    </Stack>
  );
}
