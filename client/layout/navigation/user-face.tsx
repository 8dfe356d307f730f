import { Group, Text } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';

/** Skips titles such as "Dr." */
function getInitials(name: string): string {
  const names = name.split(/\s+/).filter((part) => part !== '' && !part.endsWith('.'));
  return [names.at(0), names.length > 1 ? names.at(-1) : undefined]
    .map((part) => part?.charAt(0).toUpperCase() ?? '')
    .join('');
}

/** Style of the user button, and of its placeholder while the menu's code loads. */
export const userButtonProps = {
  gap: 'xs',
  wrap: 'nowrap',
  maw: '13rem',
  p: '0.25rem 0.4rem',
  bdrs: 'sm',
  className: 'hoverable',
} as const;

export function UserButtonContent({ name }: { name: string }) {
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
        {getInitials(name)}
      </Group>
      <Text span truncate fz="0.875rem" fw={600} translate="no">
        {name}
      </Text>
      <IconChevronDown size={14} style={{ flex: 'none' }} aria-hidden />
    </>
  );
}
