import { Anchor, Button, Group, Text } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { Link } from 'react-router';
import { paths } from '#client/paths.ts';
import { LinkedText } from '#client/ui/linked-text.tsx';
import type { Faq } from '#contract/content.ts';
import { parseLinks } from '#contract/values/linked-text.ts';

/** A paragraph of an answer with its links. */
export function Paragraph({ text }: { text: string }) {
  return (
    <Text mb="sm" className="breakable">
      <LinkedText pieces={parseLinks(text)} />
    </Text>
  );
}

/** The paragraphs of one answer, and the address under which it can be found again. */
export function FaqAnswer({ item }: { item: Faq[number]['questions'][number] }) {
  const clipboard = useClipboard({ timeout: 3000 });
  const address = paths.faqAnswer(item.id);
  const result = clipboard.error ? 'Copy it from the link' : 'Link copied';
  return (
    <>
      {item.answer.map((text) => (
        <Paragraph key={text} text={text} />
      ))}
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
