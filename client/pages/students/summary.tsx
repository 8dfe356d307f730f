import { Anchor, Group, Text } from '@mantine/core';
import { useMarkingScheme } from '#client/api/cohorts/cohort-content.ts';
import type { FullMember, StaffContact } from '#contract/groups.ts';
import { listMilestones } from '#contract/rules/scheme.ts';
import { formatMarkedCount, sumMarkedMilestones } from '#contract/rules/shown-sum.ts';
import { buildMailtoUrl } from '#contract/values/mailto.ts';

type SummaryProps = {
  member: FullMember | undefined;
  staff: readonly StaffContact[] | undefined;
};

/** Line below the page's heading: the marks so far, and how to reach the supervisor. Reserved while the group loads. */
export function Summary({ member, staff = [] }: SummaryProps) {
  const milestones = listMilestones(useMarkingScheme());
  const supervisor = staff.find(({ role }) => role === 'supervisor');
  const marked = member && milestones.length > 0 && sumMarkedMilestones(member, milestones);
  return (
    <Group gap="0.25rem 1.5rem" mih="1.55em" mb="lg" data-no-print>
      {member && marked && (
        <Text component="div">
          {marked.marked > 0 && (
            <strong>
              {marked.sum} of {marked.total} ·{' '}
            </strong>
          )}
          <Anchor href="#marks" inherit>
            {formatMarkedCount(member, milestones)}
          </Anchor>
        </Text>
      )}
      {supervisor && <Anchor href={buildMailtoUrl(supervisor.email)}>Email your supervisor</Anchor>}
    </Group>
  );
}
