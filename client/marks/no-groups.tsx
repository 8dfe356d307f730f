import { Button } from '@mantine/core';
import type { Session } from '#client/api/session.ts';
import { EmptyState } from '#client/ui/state/empty-state.tsx';
import type { FullGroup } from '#contract/groups.ts';
import { type Semester, semesters } from '#contract/milestones.ts';
import { groupsOfTab } from './assigned-groups.ts';

type NoGroupsProps = {
  session: Session;
  semester: Semester;
  groups: readonly FullGroup[];
  onOpen: (semester: Semester) => void;
};

/** A tab without groups: why, and which tab has some. */
export function NoGroups({ session, semester, groups, onOpen }: NoGroupsProps) {
  if (session.role === 'admin') {
    return (
      <EmptyState title="There are no groups yet">
        A group appears here as soon as a student has submitted its proposal.
      </EmptyState>
    );
  }
  const isViva = semester === 'External Viva';
  const elsewhere = semesters.find((other) => groupsOfTab(groups, other, session).length > 0);
  return (
    <EmptyState
      title={isViva ? 'You examine no group' : 'You supervise no group'}
      action={
        elsewhere && (
          <Button variant="default" onClick={() => onOpen(elsewhere)}>
            Open {elsewhere}
          </Button>
        )
      }
    >
      A group is listed here when it names “{session.name}” as its{' '}
      {isViva ? 'external examiner' : 'supervisor'}. If one is missing, ask the project office to
      check the name and whose account it means.
    </EmptyState>
  );
}
