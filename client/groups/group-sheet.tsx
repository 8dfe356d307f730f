import { Box, Table, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useHasViva, useMarkingScheme } from '#client/api/cohorts/cohort-content.ts';
import { EarlierVivas } from '#client/layout/earlier-vivas.tsx';
import type { FullGroup, PublicMember } from '#contract/groups.ts';
import { sumMilestoneTotals } from '#contract/rules/scheme.ts';
import {
  formatMarkedCount,
  formatMarksSum,
  sumMarkedMilestones,
} from '#contract/rules/shown-sum.ts';
import { formatDate } from '#contract/values/time.ts';
import { GroupDetails } from './group-details.tsx';
import classes from './group-sheet.module.css';
import { MemberCards } from './member-cards.tsx';
import { FormerMembers } from './people/former-members.tsx';

type GroupSheetProps = {
  group: FullGroup;
  documents: ReactNode;
  belowMember: (member: PublicMember) => ReactNode;
};

export function GroupPrintSheet({ group, documents, belowMember }: GroupSheetProps) {
  const { vivaDate, vivaStatus, vivaFeedback } = group.externalVivaDetails;
  const hasViva = useHasViva();
  return (
    <Box pt="xs" className={classes.sheet}>
      <Part title="Details">
        <GroupDetails group={group} />
      </Part>
      {hasViva && (
        <Part title="External viva">
          <Text size="sm">
            {vivaStatus ?? 'pending'}
            {vivaDate && `, ${formatDate(vivaDate)}`}
          </Text>
          <Text size="sm" c={vivaFeedback ? undefined : 'dimmed'} className="typed">
            {vivaFeedback ?? 'No feedback'}
          </Text>
          <EarlierVivas vivas={group.earlierVivas} />
        </Part>
      )}
      <Part title="Members">
        <MemberCards members={group.fypGroupMembers} below={belowMember} />
      </Part>
      {group.formerMembers && (
        <Part title="Former members">
          <FormerMembers members={group.formerMembers} />
        </Part>
      )}
      <Part title="Marks so far">
        <Sums group={group} />
      </Part>
      <Part title="Documents">{documents}</Part>
    </Box>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Box pb="lg" style={{ breakInside: 'avoid' }}>
      <Title order={3} size="h5" mb="sm">
        {title}
      </Title>
      {children}
    </Box>
  );
}

function Sums({ group }: { group: FullGroup }) {
  const { parts } = useMarkingScheme();
  return (
    <Table horizontalSpacing={6} verticalSpacing={6} aria-label="Marks so far">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Member</Table.Th>
          {parts.map(({ title, milestones }) => (
            <Table.Th key={title} ta="right" style={{ verticalAlign: 'bottom' }}>
              <bdi>{title}</bdi>
              <br />
              of {sumMilestoneTotals(milestones)}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {group.fypGroupMembers.map((member) => (
          <Table.Tr key={member._id}>
            <Table.Th scope="row" fw={400} className="breakable">
              {member.name}
            </Table.Th>
            {parts.map(({ title, milestones }) => (
              <Table.Td key={title} ta="right">
                {formatMarksSum(member, milestones)}
                {sumMarkedMilestones(member, milestones).marked > 0 && (
                  <Text display="block" size="xs" c="dimmed">
                    {formatMarkedCount(member, milestones)}
                  </Text>
                )}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
