import { Anchor, Drawer, Group, Stack, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useCohort } from '#client/api/cohorts.ts';
import { useSession } from '#client/api/session.ts';
import { useRead } from '#client/api/use-read.ts';
import { Board } from '#client/board/board.tsx';
import { DeadlineSummary } from '#client/board/deadline-summary.tsx';
import { DocumentLinks } from '#client/documents/document-links.tsx';
import { ChangeList } from '#client/groups/admin/group-history.tsx';
import { GroupDetails } from '#client/groups/group-details.tsx';
import { MemberCards } from '#client/groups/member-cards.tsx';
import { CohortSwitch } from '#client/layout/cohort-switch.tsx';
import { StaffLinks } from '#client/layout/staff-links.tsx';
import { MilestoneScreen } from '#client/marks/milestone/milestone-screen.tsx';
import { useLastDefined } from '#client/ui/dialog/use-last-defined.ts';
import { PageHeader } from '#client/ui/page-header.tsx';
import { Loaded } from '#client/ui/state/loaded.tsx';
import { LoadingLines } from '#client/ui/state/loading.tsx';
import type { BoardRow } from '#contract/board.ts';
import { type FullGroup, findGroup } from '#contract/groups.ts';
import { links } from '#contract/links.ts';
import type { Deadline, DueKind } from '#contract/rules/deadlines.ts';
import { isForProgram } from '#contract/submissions.ts';

export function Component() {
  const isAdmin = useSession()?.role === 'admin';
  const [params] = useSearchParams();
  const milestone = params.get('mark');
  if (milestone) {
    return <MilestoneScreen milestone={milestone} filesOf={filesOf} />;
  }
  return (
    <>
      <PageHeader
        title="Board"
        mb="md"
        description={
          isAdmin
            ? 'Every group with every deadline and milestone.'
            : 'The groups that you supervise or examine, with every deadline and milestone.'
        }
        actions={<StaffLinks />}
      />
      <CohortSwitch />
      <Board
        isAdmin={isAdmin}
        groupBeside={(row, onClose) => (
          <GroupDrawer row={row} onClose={onClose} isAdmin={isAdmin} />
        )}
      />
    </>
  );
}

type GroupDrawerProps = { row: BoardRow | undefined; onClose: () => void; isAdmin: boolean };

/** A drawer with a group's people, deadlines, documents and, for the coordinator, its history. */
function GroupDrawer({ row, onClose, isAdmin }: GroupDrawerProps) {
  const shown = useLastDefined(row);
  return (
    <Drawer
      opened={row !== undefined}
      onClose={onClose}
      position="right"
      size="32rem"
      title={shown?.fypGroupName ?? ''}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {shown && <GroupFacts key={shown._id} row={shown} isAdmin={isAdmin} />}
    </Drawer>
  );
}

const groupKinds = ['proposal', 'report', 'thesis', 'similarity', 'code'] as const;

/** Returns the files that a deadline requires of the group, or all files if it requires none. */
function filesOf({ documents, program }: FullGroup, due: Deadline | undefined) {
  const requiredKinds =
    due && isForProgram(due, program) ? groupKinds.filter(isIncluded(due.documents)) : [];
  if (!due || requiredKinds.length === 0)
    return <DocumentLinks documents={documents} kinds={groupKinds} />;
  // A version without a submission counts for the first deadline that requires its kind.
  const matchingDocuments = documents.filter(
    ({ submissions }) =>
      submissions.length === 0 || submissions.some(({ deadlineId }) => deadlineId === due._id),
  );
  return <DocumentLinks documents={matchingDocuments} kinds={requiredKinds} />;
}

const isIncluded = (kinds: readonly DueKind[]) => (kind: DueKind) => kinds.includes(kind);

function GroupFacts({ row, isAdmin }: { row: BoardRow; isAdmin: boolean }) {
  const { code } = useCohort();
  const input = { params: { email: row.email }, ...(code && { query: { cohort: code } }) };
  const read = useRead(findGroup, input, { failure: 'Failed to load the group' });
  return (
    <Stack gap="lg">
      <Group gap="md">
        <Anchor component={Link} to={links.groupMarks(row._id)}>
          Marks of this group
        </Anchor>
      </Group>
      <Loaded read={read} loading={<LoadingLines lines={8} label="Loading the group…" />}>
        {({ group }) => (
          <>
            <GroupDetails group={group} />
            <Part title="Members">
              <MemberCards members={group.fypGroupMembers} withWhatsapp />
            </Part>
            {group.documents.length > 0 && (
              <Part title="Documents">
                <DocumentLinks documents={group.documents} kinds={groupKinds} />
              </Part>
            )}
          </>
        )}
      </Loaded>
      <Part title="Deadlines">
        <DeadlineSummary groupId={row._id} />
      </Part>
      {isAdmin && (
        <Part title="History">
          <ChangeList groupId={row._id} />
        </Part>
      )}
    </Stack>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <Title order={3} size="h4" mb="xs">
        {title}
      </Title>
      {children}
    </section>
  );
}
