import { Button, Group, Text } from '@mantine/core';
import { Link } from 'react-router';
import { Section } from '#client/ui/section.tsx';
import { BidiSentence } from '#client/ui/sentence.tsx';
import type { RoleConflict } from '#contract/admin/attention.ts';
import { links } from '#contract/links.ts';

/** Lists members who are staff of their group. The portal no longer accepts this. */
export function RoleConflicts({ conflicts }: { conflicts: readonly RoleConflict[] }) {
  return (
    <RoleList
      title="People with two roles in one group"
      description="No one can mark or check their own group. Until you correct these groups, these people can’t mark or check anything in them."
      items={conflicts}
    />
  );
}

export function SupervisingExaminers({ groups }: { groups: readonly RoleConflict[] }) {
  return (
    <RoleList
      title="Supervisors who are also external examiners"
      description="One person gives all marks of these groups. If this is intended, you don’t need to do anything. Otherwise open the group and name another external examiner."
      items={groups}
    />
  );
}

type RoleListProps = { title: string; description: string; items: readonly RoleConflict[] };

function RoleList({ title, description, items }: RoleListProps) {
  return (
    <Section title={title} description={description}>
      <ul className="plain ruled" aria-label={title}>
        {items.map(({ group, message }) => (
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
