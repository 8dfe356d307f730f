import { Group, SimpleGrid, Text, VisuallyHidden } from '@mantine/core';
import { IconCircle, IconCircleCheck, IconClock } from '@tabler/icons-react';
import {
  type CertificateEntry,
  getRequirementProgress,
} from '#contract/rules/certificates-state.ts';
import type { Courses } from '#contract/settings/courses.ts';

type RequirementsProps = { rule: Courses['rule']; entries: readonly CertificateEntry[] };

export function Requirements({ rule, entries }: RequirementsProps) {
  return (
    <SimpleGrid
      component="ul"
      className="plain"
      cols={{ base: 1, sm: 2 }}
      spacing="md"
      verticalSpacing="xs"
      aria-label="Required certificates"
    >
      {getRequirementProgress(rule, entries).map((requirement) => (
        <Requirement key={requirement.id} {...requirement} />
      ))}
    </SimpleGrid>
  );
}

function Requirement({
  title,
  needed,
  accepted,
  listed,
}: ReturnType<typeof getRequirementProgress>[number]) {
  const isAccepted = accepted === needed;
  const isListed = listed === needed;
  const [Icon, color, label] = isAccepted
    ? ([IconCircleCheck, 'green', 'accepted'] as const)
    : isListed
      ? ([IconClock, 'brass', 'listed'] as const)
      : ([IconCircle, 'dimmed', 'missing'] as const);
  return (
    <Group component="li" gap="xs" wrap="nowrap" align="flex-start">
      <Text span c={color} lh={0} mt={2}>
        <Icon size={20} aria-hidden />
      </Text>
      <Text span className="breakable">
        <bdi>{title}</bdi>
        {needed > 1 && ` (${accepted} of ${needed} accepted)`}
        <Text span c="dimmed" size="sm">
          {needed > 1 && !isListed ? `: ${needed - listed} missing` : `: ${label}`}
        </Text>
        <VisuallyHidden>.</VisuallyHidden>
      </Text>
    </Group>
  );
}
