import { Paper, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Sentence } from '#client/ui/sentence.tsx';
import classes from './board.module.css';

type PreviewListProps = {
  /** What the list is, for screen readers too: "What will change". */
  label: string;
  items: readonly { id: string; name: string; what: ReactNode }[];
};

/** A line for each group: what would happen to it, or what has. */
export function PreviewList({ label, items }: PreviewListProps) {
  return (
    <Paper
      p="sm"
      withBorder
      className={classes.preview}
      tabIndex={0}
      role="region"
      aria-label={label}
    >
      <ul className="plain ruled">
        {items.map(({ id, name, what }) => (
          <li key={id}>
            <Text size="sm" fw={600}>
              {name}
            </Text>
            <Text size="sm" component="div" className="breakable">
              {typeof what === 'string' ? <Sentence text={what} /> : what}
            </Text>
          </li>
        ))}
      </ul>
    </Paper>
  );
}
