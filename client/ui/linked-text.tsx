import { Anchor, Text, VisuallyHidden } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { Link } from 'react-router';

/** A piece of a text: plain, with `to` a link within the portal, with `href` one to another site. */
type Piece = { text: string; to?: string; href?: string };

/** A paragraph with its links. */
export function LinkedText({ pieces }: { pieces: readonly Piece[] }) {
  return pieces.map((piece, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text stand in its order
    <Linked key={index} {...piece} />
  ));
}

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

/** The paragraphs of a text; a line break within one stays. */
export function LinkedParagraphs({ paragraphs }: { paragraphs: readonly (readonly Piece[])[] }) {
  return paragraphs.map((pieces, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs stand in the text's order
    <Text key={index} mt="xs" className="breakable" style={{ whiteSpace: 'pre-line' }}>
      <LinkedText pieces={pieces} />
    </Text>
  ));
}
