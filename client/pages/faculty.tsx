import { Paper, SimpleGrid, Stack, Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { messageOf } from '#client/api/problems.ts';
import { query } from '#client/api/queries.ts';
import { type Session, useSession } from '#client/api/session.ts';
import { DocumentList } from '#client/documents/document-list.tsx';
import { GroupDetails } from '#client/groups/group-details.tsx';
import { MemberCards } from '#client/groups/member-cards.tsx';
import { groupsOfTab } from '#client/marks/assigned-groups.ts';
import { GroupPicker } from '#client/marks/group-picker.tsx';
import { MarksForm } from '#client/marks/marks-form.tsx';
import { NoGroups } from '#client/marks/no-groups.tsx';
import { SaveBar } from '#client/marks/save-bar.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { ErrorState } from '#client/ui/error-state.tsx';
import { LoadingCards } from '#client/ui/loading.tsx';
import { PageHeader } from '#client/ui/page-header.tsx';
import { Section } from '#client/ui/section.tsx';
import { toast } from '#client/ui/toast.ts';
import { type FullGroup, listAssignedGroups } from '#contract/groups.ts';
import { type Semester, semesters } from '#contract/milestones.ts';
import classes from './faculty.module.css';

/** A tab's name in the address and in ids: without the space. */
const slugOf = (semester: Semester) => semester.toLowerCase().replace(' ', '-');
const tabOf = (slug: string | null) =>
  semesters.find((semester) => slugOf(semester) === slug) ?? semesters[0];

/** The tab and the group stand in the address, so that a reload comes back to them. */
function usePlace() {
  const [search, setSearch] = useSearchParams();
  const go = (place: Record<string, string>) =>
    setSearch(place, { replace: true, preventScrollReset: true });
  const tab = tabOf(search.get('tab'));
  return {
    tab,
    groupId: search.get('group'),
    openTab: (semester: Semester) => go({ tab: slugOf(semester) }),
    openGroup: (group: string) => go({ tab: slugOf(tab), group }),
  };
}

export function Component() {
  const session = useSession();
  const { tab, groupId, openTab, openGroup } = usePlace();
  const groups = useQuery({
    ...query(listAssignedGroups),
    // What is typed lies above what is saved, so a newer reply never disturbs it.
    refetchOnWindowFocus: 'always',
  });
  return (
    <>
      <PageHeader
        title="Faculty"
        description={
          <span data-no-print>
            Marks and feedback for your groups. Every save is followed by a letter to each member
            whose marks changed.
          </span>
        }
      />
      <Tabs
        value={slugOf(tab)}
        onChange={(value) => openTab(tabOf(value))}
        activateTabWithKeyboard={false}
        keepMounted={false}
      >
        <Tabs.List mb="lg" className={classes.tabs} data-no-print>
          {semesters.map((semester) => (
            <Tabs.Tab key={semester} value={slugOf(semester)}>
              {semester}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {semesters.map((semester) => (
          <Tabs.Panel key={semester} value={slugOf(semester)}>
            {groups.data && session ? (
              <Groups
                session={session}
                semester={semester}
                groups={groups.data.allGroups}
                groupId={groupId ?? undefined}
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
    </>
  );
}

type GroupsProps = {
  session: Session;
  semester: Semester;
  groups: readonly FullGroup[];
  groupId: string | undefined;
  onPick: (groupId: string) => void;
  onOpenTab: (semester: Semester) => void;
};

function Groups({ session, semester, groups, groupId, onPick, onOpenTab }: GroupsProps) {
  const listed = groupsOfTab(groups, semester, session);
  const group = listed.find(({ _id }) => _id === groupId);
  return (
    <Stack gap="lg">
      {listed.length > 0 && <GroupPicker groups={listed} groupId={group?._id} onPick={onPick} />}
      {group ? (
        <div className={classes.sheet}>
          <MarksForm key={group._id} group={group} semester={semester} />
          <GroupSheet group={group} />
        </div>
      ) : (
        <>
          <Paper>
            {listed.length > 0 ? (
              <EmptyState title="Which group?" drawing="people">
                Choose one of {listed.length === 1 ? 'the 1 group' : `the ${listed.length} groups`}{' '}
                above. Its marks, members and documents open here.
              </EmptyState>
            ) : (
              <NoGroups session={session} semester={semester} groups={groups} onOpen={onOpenTab} />
            )}
          </Paper>
          <SaveBar idle="No group selected" onSave={() => toast.warning('Please select a group')} />
        </>
      )}
    </Stack>
  );
}

/** Whom and what the marks are for. On paper it comes first. */
function GroupSheet({ group }: { group: FullGroup }) {
  return (
    <div className={classes.details}>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        <Section title="Group details">
          <GroupDetails group={group} />
        </Section>
        <Section title="Members">
          <MemberCards members={group.fypGroupMembers} withWhatsapp />
        </Section>
      </SimpleGrid>
      <Section title="Documents">
        <DocumentList
          documents={group.documents}
          kinds={['proposal', 'thesis', 'similarity', 'code']}
        />
      </Section>
    </div>
  );
}
