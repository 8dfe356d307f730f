import { Group, Stack, Text, UnstyledButton } from '@mantine/core';
import { Fragment } from 'react';
import { Section } from '#client/ui/section.tsx';
import type { GroupPickerChoices } from './group-picker.tsx';

const maxListed = 30;

type GroupChoicesProps = {
  choices: GroupPickerChoices;
  onPick: (groupId: string) => void;
  onIntent?: (groupId: string) => void;
};

/** Lists the groups of a marking tab with the number of entered marks, until one is open. */
export function GroupChoices({ choices: { groups, total }, onPick, onIntent }: GroupChoicesProps) {
  const listed = groups.slice(0, maxListed);
  return (
    <Section
      title="Choose a group"
      description="The group’s marks, members and documents open here. After each save, members whose marks changed get an email."
    >
      <ul className="plain divided" aria-label="Groups" data-rows>
        {listed.map(({ _id, fypGroupName, fypTitle, members, progress }) => (
          <li key={_id}>
            <UnstyledButton
              w="100%"
              p="0.6rem 0.5rem"
              className="hoverable"
              onClick={() => onPick(_id)}
              onFocus={() => onIntent?.(_id)}
              onPointerEnter={() => onIntent?.(_id)}
            >
              <Group justify="space-between" gap="xs">
                <Stack gap={2} flex="1 1 16rem" miw={0} className="breakable">
                  <span>
                    <Text span fw={600}>
                      <bdi>{fypGroupName}</bdi>
                    </Text>{' '}
                    – <bdi>{fypTitle}</bdi>
                  </span>
                  <Text span size="sm" c="dimmed">
                    {members.map(({ name, roll }, index) => (
                      <Fragment key={roll}>
                        {index > 0 && ', '}
                        <bdi>{name}</bdi>
                      </Fragment>
                    ))}
                  </Text>
                </Stack>
                <Text span size="sm" c="dimmed">
                  {progress}
                </Text>
              </Group>
            </UnstyledButton>
          </li>
        ))}
      </ul>
      {total > listed.length && (
        <Text size="sm" c="dimmed">
          {total - listed.length} more groups: type a name in the field above to find them.
        </Text>
      )}
    </Section>
  );
}
