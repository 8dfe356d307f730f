import { Button, Group, Text } from '@mantine/core';
import { Link } from 'react-router';
import { Section } from '#client/ui/section.tsx';
import { BidiSentence } from '#client/ui/sentence.tsx';
import type { RoleConflict } from '#contract/admin/attention.ts';
import { links } from '#contract/links.ts';

/** Lists people with two conflicting roles in an older group. The portal no longer accepts such a combination. */
export function RoleConflicts({ conflicts }: { conflicts: readonly RoleConflict[] }) {
  return (
    <Section
      title="People with two roles in one group"
      description="Nobody marks or checks their own group. Until you correct these groups, these people cannot mark or check anything in them."
    >
      <ul className="plain ruled" aria-label="People with two roles in one group">
        {conflicts.map(({ group, message }) => (
          <li key={`${group._id} ${message}`}>
            <Group justify="space-between" gap="sm">
              <Text size="sm" className="breakable">
                <BidiSentence text={message} />
              </Text>
              <Button
                component={Link}
                to={links.adminGroup(group.fypGroupName)}
                variant="default"
                size="xs"
              >
                Open <bdi>{group.fypGroupName}</bdi>
              </Button>
            </Group>
          </li>
        ))}
      </ul>
    </Section>
  );
}
