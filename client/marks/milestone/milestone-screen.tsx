import { Anchor } from '@mantine/core';
import { Link, useSearchParams } from 'react-router';
import { useDeadlines, useMarkingScheme } from '#client/api/cohorts/cohort-content.ts';
import { useCohort } from '#client/api/cohorts/cohorts.ts';
import { useTimeZone } from '#client/api/portal.ts';
import { useSession } from '#client/api/session/session.ts';
import { useRead } from '#client/api/use-read.ts';
import type { BoardViewSection } from '#client/feature.ts';
import { mayMark } from '#client/marks/assigned-groups.ts';
import { PageHeader } from '#client/ui/page-header.tsx';
import { EmptyState } from '#client/ui/state/empty-state.tsx';
import { Loaded } from '#client/ui/state/loaded.tsx';
import { LoadingTable } from '#client/ui/state/loading.tsx';
import { listAssignedGroups } from '#contract/groups.ts';
import { getPartTab } from '#contract/links.ts';
import { paths } from '#contract/paths.ts';
import {
  findMilestone,
  findMilestoneDeadline,
  findPartOfMilestone,
} from '#contract/rules/scheme.ts';
import { formatDateTime } from '#contract/values/time.ts';
import { MilestoneMarking } from './milestone-marking.tsx';

type MilestoneScreenProps = React.ComponentProps<BoardViewSection['Component']>;

export function MilestoneScreen({ value: key, renderFiles }: MilestoneScreenProps) {
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
    { failure: 'Couldn’t load your groups', staleTime: 0 },
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
              Enter marks from 0 to {milestone.total}. Members get them by email. You can paste a
              column of marks from a spreadsheet: it fills the field and those below it.
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
            <MilestoneMarking
              // Drafts belong to a session.
              key={`${code} ${milestone.key}`}
              groups={allGroups.filter((group) => mayMark(milestone, group, session))}
              milestone={milestone}
              part={part}
              filesOf={(group) => renderFiles({ group, due, tab: getPartTab(part) })}
            />
          )}
        </Loaded>
      )}
    </>
  );
}
