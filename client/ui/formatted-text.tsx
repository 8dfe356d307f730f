import { Anchor, Text, VisuallyHidden } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { Fragment, type ReactNode } from 'react';
import { Link } from 'react-router';
import classes from './formatted-text.module.css';

type Run = {
  text: string;
  isStrong?: boolean | undefined;
  isEmphasised?: boolean | undefined;
  isCode?: boolean | undefined;
};
type Inline = Run | { href: string; runs: readonly Run[] };
type List = { items: readonly { number?: number | undefined; blocks: readonly Block[] }[] };
type Block =
  | { kind: 'paragraph'; inlines: readonly Inline[] }
  | { kind: 'code'; text: string }
  | ({ kind: 'list' } & List);

type FormattedTextProps = {
  blocks: readonly Block[];
  /** True to preserve the line breaks within paragraphs. */
  keepsLines?: boolean;
};

export function FormattedText({ blocks, keepsLines = false }: FormattedTextProps) {
  return (
    <div className={classes.blocks} data-keeps-lines={keepsLines || undefined}>
      <Blocks blocks={blocks} />
    </div>
  );
}

const inOrder = <T,>(parts: readonly T[], render: (part: T) => ReactNode) =>
  // biome-ignore lint/suspicious/noArrayIndexKey: the order is fixed.
  parts.map((part, index) => <Fragment key={index}>{render(part)}</Fragment>);

function Blocks({ blocks }: { blocks: readonly Block[] }) {
  return inOrder(blocks, (block) => {
    if (block.kind === 'list') return <ListBlock items={block.items} />;
    if (block.kind === 'code') {
      return (
        <pre className={classes.code}>
          <code>{block.text}</code>
        </pre>
      );
    }
    return (
      <Text dir="auto" className="breakable">
        {inOrder(block.inlines, (inline) =>
          'runs' in inline ? (
            <TextLink href={inline.href}>
              <Runs runs={inline.runs} />
            </TextLink>
          ) : (
            <Runs runs={[inline]} />
          ),
        )}
      </Text>
    );
  });
}

/** Renders a list. Items of a numbered list keep the numbers that the author typed. */
function ListBlock({ items }: List) {
  const Element = items.some(({ number }) => number !== undefined) ? 'ol' : 'ul';
  return (
    <Element className={classes.list}>
      {inOrder(items, ({ number, blocks }) => (
        <li value={number}>
          <div className={classes.blocks}>
            <Blocks blocks={blocks} />
          </div>
        </li>
      ))}
    </Element>
  );
}

function Runs({ runs }: { runs: readonly Run[] }) {
  return inOrder(runs, ({ text, isStrong, isEmphasised, isCode }) => {
    const coded = isCode ? <code className={classes.inlineCode}>{text}</code> : text;
    const emphasised = isEmphasised ? <em>{coded}</em> : coded;
    return isStrong ? <strong>{emphasised}</strong> : emphasised;
  });
}

function TextLink({ href, children }: { href: string; children: ReactNode }) {
  if (href.startsWith('/')) {
    return (
      <Anchor component={Link} to={href} inherit>
        {children}
      </Anchor>
    );
  }
  if (href.startsWith('mailto:')) {
    return (
      <Anchor href={href} inherit>
        {children}
      </Anchor>
    );
  }
  return (
    <Anchor href={href} target="_blank" rel="noopener noreferrer" inherit>
      {children} <IconExternalLink size="0.9em" aria-hidden style={{ verticalAlign: '-0.1em' }} />
      <VisuallyHidden>(opens another site)</VisuallyHidden>
    </Anchor>
  );
}
