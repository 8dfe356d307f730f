import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useDeadlines, useMarkingScheme } from '#client/api/cohorts/cohort-content.ts';
import { useCohort } from '#client/api/cohorts/cohorts.ts';
import { useTimeZone } from '#client/api/portal.ts';
import { useSession } from '#client/api/session/session.ts';
import { useRead } from '#client/api/use-read.ts';
import { mayMark } from '#client/marks/assigned-groups.ts';
import { LeavePageDialog } from '#client/ui/dialog/leave-dialog.tsx';
import { PageHeader } from '#client/ui/page-header.tsx';
import { EmptyState } from '#client/ui/state/empty-state.tsx';
import { Loaded } from '#client/ui/state/loaded.tsx';
import { LoadingTable } from '#client/ui/state/loading.tsx';
import { StickyBar } from '#client/ui/sticky-bar.tsx';
import { type FullGroup, listAssignedGroups } from '#contract/groups.ts';
import { paths } from '#contract/paths.ts';
import type { Deadline } from '#contract/rules/deadlines.ts';
import {
  findMilestone,
  findMilestoneDeadline,
  findPartOfMilestone,
  type Milestone,
  type SchemePart,
} from '#contract/rules/scheme.ts';
import { formatDateTime } from '#contract/values/time.ts';
import { EmailPreviews } from './email-previews.tsx';
import { MilestoneTable } from './milestone-table.tsx';
import { useMilestoneMarks } from './use-milestone-marks.ts';

type MilestoneScreenProps = {
  milestone: string;
  filesOf: (group: FullGroup, due: Deadline | undefined) => ReactNode;
};

export function MilestoneScreen({ milestone: key, filesOf }: MilestoneScreenProps) {
  const scheme = useMarkingScheme();
  const { code } = useCohort();
  const session = useSession();
  const [params] = useSearchParams();
  const milestone = findMilestone(scheme, key);
  const part = findPartOfMilestone(scheme, key);
  const zone = useTimeZone();
  const deadlines = useDeadlines();
  const due = milestone && findMilestoneDeadline(milestone, deadlines);
  const read = useRead(
    listAssignedGroups,
    { query: code === undefined ? {} : { cohort: code } },
    { failure: 'Failed to load your groups', staleTime: 0 },
  );
  const back = new URLSearchParams(params);
  back.delete('mark');
  return (
    <>
      <PageHeader
        title={
          milestone ? (
            <>
              Mark <bdi>{milestone.title}</bdi>
            </>
          ) : (
            'Mark a milestone'
          )
        }
        description={
          milestone && (
            <>
              {due && (
                <>
                  Due with <bdi>{due.title}</bdi>: {formatDateTime(due.due, zone)}.{' '}
                </>
              )}
              Marks go from 0 to {milestone.total}. Members get them by email.
            </>
          )
        }
        actions={
          <Anchor component={Link} to={{ pathname: paths.board, search: `${back}` }}>
            Back to the board
          </Anchor>
        }
      />
      {scheme.parts.length > 0 && !milestone && (
        <EmptyState title="Milestone not found">
          Go back to the board and choose a milestone in a column heading.
        </EmptyState>
      )}
      {milestone && part && session && (
        <Loaded read={read} loading={<LoadingTable rows={8} columns={4} label="Loading groups…" />}>
          {({ allGroups }) => (
            <Marking
              groups={allGroups.filter((group) => mayMark(milestone, group, session))}
              milestone={milestone}
              part={part}
              filesOf={(group) => filesOf(group, due)}
            />
          )}
        </Loaded>
      )}
    </>
  );
}

const formatStudents = (count: number) => (count === 1 ? '1 student' : `${count} students`);

type MarkingProps = {
  groups: readonly FullGroup[];
  milestone: Milestone;
  part: SchemePart;
  filesOf: (group: FullGroup) => ReactNode;
};

function Marking({ groups, milestone, part, filesOf }: MarkingProps) {
  const marking = useMilestoneMarks(groups, milestone, part);
  const { count, students, hasErrors, isSaving, status, save } = marking;
  const [isPreviewing, setIsPreviewing] = useState(false);
  const cannotSave = count === 0 || hasErrors;
  if (groups.length === 0) {
    return (
      <EmptyState title="You do not mark this milestone">
        The marking scheme names other markers for it.
      </EmptyState>
    );
  }
  return (
    <Stack>
      <MilestoneTable
        groups={marking.groups}
        milestone={milestone}
        marking={marking}
        filesOf={filesOf}
      />
      <StickyBar justify="space-between">
        <Text role="status" size="sm">
          {hasErrors
            ? 'Correct the marks with errors first.'
            : count > 0
              ? `${count} unsaved ${count === 1 ? 'cell' : 'cells'}`
              : status || 'No unsaved changes'}
        </Text>
        <Group gap="sm">
          <Button
            variant="default"
            disabled={cannotSave || isSaving}
            onClick={() => setIsPreviewing(true)}
          >
            Preview emails
          </Button>
          <Button onClick={save} loading={isSaving} disabled={cannotSave}>
            {students > 0 ? `Save and send to ${formatStudents(students)}` : 'Save and send'}
          </Button>
        </Group>
      </StickyBar>
      {isPreviewing && (
        <EmailPreviews bodies={marking.bodies} onClose={() => setIsPreviewing(false)} />
      )}
      <LeavePageDialog
        when={count > 0}
        guardsSearch
        title="Leave without saving?"
        confirmLabel="Leave"
        cancelLabel="Stay"
      >
        {count === 1 ? '1 cell is' : `${count} cells are`} not saved.
      </LeavePageDialog>
    </Stack>
  );
}
