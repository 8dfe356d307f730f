import { Button, Paper } from '@mantine/core';
import { useMarkingScheme } from '#client/api/cohorts/cohort-content.ts';
import type { Session } from '#client/api/session/session.ts';
import { EmptyState } from '#client/ui/state/empty-state.tsx';
import type { FullGroup } from '#contract/groups.ts';
import { listMarkers, type SchemePart } from '#contract/rules/scheme.ts';
import { listMarkableGroups } from './assigned-groups.ts';

type NoGroupsProps = {
  session: Session;
  part: SchemePart;
  groups: readonly FullGroup[];
  onOpen: (part: SchemePart) => void;
};

export function NoGroups({ session, part, groups, onOpen }: NoGroupsProps) {
  const { parts } = useMarkingScheme();
  if (session.role === 'admin') {
    return (
      <Paper>
        <EmptyState title="No groups yet">
          Groups appear here once a student submits a proposal.
        </EmptyState>
      </Paper>
    );
  }
  const isExamined = !listMarkers(part).includes('supervisor');
  const elsewhere = parts.find((other) => listMarkableGroups(groups, other, session).length > 0);
  return (
    <Paper>
      <EmptyState
        title={isExamined ? 'You aren’t examining any groups' : 'You aren’t supervising any groups'}
        action={
          elsewhere && (
            <Button variant="default" onClick={() => onOpen(elsewhere)}>
              Open <bdi>{elsewhere.title}</bdi>
            </Button>
          )
        }
      >
        Groups appear here when “<bdi>{session.name}</bdi>” is their{' '}
        {isExamined ? 'external examiner' : 'supervisor'}. If one is missing, ask the FYP office to
        check the name and the account it belongs to.
      </EmptyState>
    </Paper>
  );
}
