import { Text } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import classes from './nav-bar.module.css';

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
      <span className={classes.initials} aria-hidden="true">
        {initialsOf(name)}
      </span>
      <Text span truncate fz="0.875rem" fw={600}>
        {name}
      </Text>
      <IconChevronDown size={14} aria-hidden />
    </>
  );
}
