import { Text } from '@mantine/core';
import { Section } from '#client/ui/section.tsx';
import type { Home } from '#contract/content.ts';
import classes from './home.module.css';

/** An email of the chairman or of the project coordinator to the students. */
export function MessageCard({ message }: { message: Home['messages'][number] }) {
  return (
    <Section title={`Message from the ${message.from}`}>
      <div className={classes.email}>
        {message.paragraphs.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
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
