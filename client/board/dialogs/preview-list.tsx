import { Paper, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { BidiSentence } from '#client/ui/sentence.tsx';

type PreviewListProps = {
  /** Accessible name of the list. */
  label: string;
  items: readonly { id: string; name: string; text: ReactNode }[];
};

export function GroupPreviewList({ label, items }: PreviewListProps) {
  return (
    <Paper
      p="sm"
      withBorder
      mah="18rem"
      style={{ overflow: 'auto' }}
      tabIndex={0}
      role="region"
      aria-label={label}
    >
      <ul className="plain ruled">
        {items.map(({ id, name, text }) => (
          <li key={id}>
            <Text size="sm" fw={600}>
              {name}
            </Text>
            <Text size="sm" component="div" className="breakable">
              {typeof text === 'string' ? <BidiSentence text={text} /> : text}
            </Text>
          </li>
        ))}
      </ul>
    </Paper>
  );
}
