import { Text } from '@mantine/core';
import { Section } from '#client/ui/section.tsx';
import type { Home } from '#contract/content.ts';
import classes from './home.module.css';

/** A message from the chairman or the project coordinator to the students. */
export function MessageCard({ message }: { message: Home['messages'][number] }) {
  return (
    <Section title={`Message from the ${message.from}`}>
      <div>
        {message.paragraphs.map((paragraph) => (
          <Text key={paragraph} mb="sm" lh={1.6}>
            {paragraph}
          </Text>
        ))}
      </div>
      <div className={classes.sender}>
        <Text fw={600}>{message.name}</Text>
        <Text size="sm" c="dimmed">
          {message.from}
        </Text>
      </div>
    </Section>
  );
}
