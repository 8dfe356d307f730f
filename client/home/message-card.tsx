import { Box, Text } from '@mantine/core';
import { FormattedText } from '#client/ui/formatted-text.tsx';
import { Section } from '#client/ui/section.tsx';
import type { FormattedHomeMessage } from '#contract/settings/content.ts';
import classes from './home.module.css';

export function MessageCard({ message }: { message: FormattedHomeMessage }) {
  return (
    <Section
      title={
        <>
          Message from the <bdi>{message.from}</bdi>
        </>
      }
    >
      <Box mb="sm" className={classes.message}>
        <FormattedText blocks={message.text} />
      </Box>
      <div className={classes.sender}>
        <Text fw={600}>{message.name}</Text>
        <Text size="sm" c="dimmed">
          {message.from}
        </Text>
      </div>
    </Section>
  );
}
