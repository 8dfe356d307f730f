import { Group } from '@mantine/core';
import { useHasViva } from '#client/api/cohorts/cohort-content.ts';
import type { StudentSection } from '#client/feature.ts';
import { EarlierVivas } from '#client/layout/earlier-vivas.tsx';
import { MarksPrintHeader, MarksSignatures } from '#client/layout/marks-sheet.tsx';
import { PrintButton } from '#client/ui/print/print-button.tsx';
import { Section } from '#client/ui/section.tsx';
import type { OwnGroup } from '#contract/groups.ts';
import { MarksTable } from './marks-table.tsx';
import { VivaOutcome } from './viva/viva-outcome.tsx';

function Viva({ group }: { group: OwnGroup | undefined }) {
  if (!useHasViva()) return null;
  return (
    <Section title="External viva">
      <VivaOutcome viva={group?.externalVivaDetails} />
      <EarlierVivas vivas={group?.earlierVivas ?? []} />
    </Section>
  );
}

export const pageSections: readonly StudentSection[] = [
  {
    order: 10,
    Component: ({ group, member }) =>
      group &&
      member && (
        <MarksPrintHeader
          title={`${group.fypGroupName}: marks of ${member.name}, ${member.roll}`}
        />
      ),
  },
  {
    order: 30,
    Component: ({ member, marksActions }) => (
      <div id="marks">
        <Section
          title="Your marks"
          description={
            <>
              {member && (
                <>
                  <bdi>{member.name}</bdi>, {member.roll}.{' '}
                </>
              )}
              Unmarked milestones count as 0 in the totals.
            </>
          }
          actions={
            <Group gap="sm" data-no-print>
              {marksActions}
              <PrintButton disabled={!member} />
            </Group>
          }
        >
          <MarksTable member={member} />
        </Section>
      </div>
    ),
  },
  { order: 40, Component: ({ group }) => <Viva group={group} /> },
  { order: 50, Component: ({ group }) => group && <MarksSignatures group={group} /> },
];
