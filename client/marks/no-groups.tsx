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
        <EmptyState title="There are no groups yet">
          A group appears here as soon as a student has submitted its proposal.
        </EmptyState>
      </Paper>
    );
  }
  const isExamined = !listMarkers(part).includes('supervisor');
  const elsewhere = parts.find((other) => listMarkableGroups(groups, other, session).length > 0);
  return (
    <Paper>
      <EmptyState
        title={isExamined ? 'You examine no group' : 'You supervise no group'}
        action={
          elsewhere && (
            <Button variant="default" onClick={() => onOpen(elsewhere)}>
              Open <bdi>{elsewhere.title}</bdi>
            </Button>
          )
        }
      >
        A group is listed here when it names “<bdi>{session.name}</bdi>” as its{' '}
        {isExamined ? 'external examiner' : 'supervisor'}. If one is missing, ask the project office
        to check the name and whose account it means.
      </EmptyState>
    </Paper>
  );
}
