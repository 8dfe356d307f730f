import { Anchor, Box, Button, Group, Text } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { Link } from 'react-router';
import { FormattedText } from '#client/ui/formatted-text.tsx';
import { paths } from '#contract/paths.ts';
import type { FormattedFaq } from '#contract/settings/content.ts';

export function FaqAnswer({ item }: { item: FormattedFaq[number]['questions'][number] }) {
  const clipboard = useClipboard({ timeout: 3000 });
  const address = paths.faqAnswer(item.id);
  const result = clipboard.error ? 'Couldn’t copy' : 'Link copied';
  return (
    <>
      <Box mb="sm">
        <FormattedText blocks={item.answer} />
      </Box>
      <Group gap="md">
        <Anchor component={Link} to={address} size="sm">
          Link to this answer
        </Anchor>
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          leftSection={
            clipboard.copied ? (
              <IconCheck size={14} aria-hidden />
            ) : (
              <IconCopy size={14} aria-hidden />
            )
          }
          onClick={() => clipboard.copy(new URL(address, location.href).href)}
        >
          Copy link
        </Button>
        <Text size="sm" c="dimmed" role="status">
          {(clipboard.copied || clipboard.error) && result}
        </Text>
      </Group>
    </>
  );
}
