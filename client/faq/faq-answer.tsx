import { Anchor, Button, Group, Text, VisuallyHidden } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy, IconExternalLink } from '@tabler/icons-react';
import { Link } from 'react-router';
import { paths } from '#client/paths.ts';
import type { Faq } from '#contract/content.ts';
import { type Piece, parseAnswer } from './parse-answer.ts';

function Linked({ text, to, href }: Piece) {
  if (href !== undefined) return <OutsideLink href={href}>{text}</OutsideLink>;
  if (to === undefined) return text;
  return (
    <Anchor component={Link} to={to} inherit>
      {text}
    </Anchor>
  );
}

/** Says that it opens another site, to screen readers too. */
function OutsideLink({ href, children }: { href: string; children: string }) {
  return (
    <Anchor href={href} target="_blank" rel="noopener noreferrer" inherit>
      {children} <IconExternalLink size="0.9em" aria-hidden style={{ verticalAlign: '-0.1em' }} />
      <VisuallyHidden>(opens another site)</VisuallyHidden>
    </Anchor>
  );
}

/** A paragraph of an answer with its links. */
export function Paragraph({ text }: { text: string }) {
  const pieces = parseAnswer(text).map((piece, index) => ({ ...piece, key: `${index}` }));
  return (
    <Text mb="sm" className="breakable">
      {pieces.map(({ key, ...piece }) => (
        <Linked key={key} {...piece} />
      ))}
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
