import { Stack, Title } from '@mantine/core';
import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { FormattedText } from '#client/ui/formatted-text.tsx';
import { Section } from '#client/ui/section.tsx';
import { type FormattedHelpGuide, helpGuides } from '#contract/settings/help.ts';

export function Guide({ guide: { name, topics } }: { guide: FormattedHelpGuide }) {
  useLinkedTopic();
  return (
    <Section title={helpGuides[name].label}>
      <Stack gap="lg" maw="44rem">
        {topics.map(({ id, title, text }) => (
          <div key={id}>
            <Title
              order={3}
              size="h5"
              mb={4}
              id={`help-${id}`}
              tabIndex={-1}
              style={{ outline: 'none', scrollMarginTop: '5rem' }}
            >
              {title}
            </Title>
            <FormattedText blocks={text} />
          </div>
        ))}
      </Stack>
    </Section>
  );
}

/** Scrolls to and focuses the topic named in the hash of the URL. */
function useLinkedTopic() {
  const { hash, key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: clicking the same link again changes only the key
  useEffect(() => {
    if (hash === '') return;
    // Wait until the layout has focused the heading of the page.
    const frame = requestAnimationFrame(() => {
      const title = document.getElementById(hash.slice(1));
      title?.scrollIntoView({ block: 'start' });
      title?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [hash, key]);
}
