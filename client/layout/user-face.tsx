import { Group, Text } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';

/** The first letters of the first and the last name; titles such as "Dr." do not count. */
function initialsOf(name: string): string {
  const names = name.split(/\s+/).filter((part) => part !== '' && !part.endsWith('.'));
  return [names.at(0), names.length > 1 ? names.at(-1) : undefined]
    .map((part) => part?.charAt(0).toUpperCase() ?? '')
    .join('');
}

/** What the account button looks like, before and after its menu is loaded. */
export function UserFace({ name }: { name: string }) {
  return (
    <>
      <Group
        component="span"
        justify="center"
        flex="none"
        w="1.875rem"
        h="1.875rem"
        bdrs="50%"
        bg="var(--mantine-color-pine-light)"
        c="var(--mantine-color-pine-light-color)"
        fz="0.75rem"
        fw={700}
        aria-hidden
      >
        {initialsOf(name)}
      </Group>
      <Text span truncate fz="0.875rem" fw={600}>
        {name}
      </Text>
      <IconChevronDown size={14} aria-hidden />
    </>
  );
}
