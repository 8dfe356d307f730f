import { Accordion, Text, Title } from '@mantine/core';
import { MessageCard } from '#client/home/message-card.tsx';
import { SlideFace } from '#client/home/slide-face.tsx';
import { FormattedText } from '#client/ui/formatted-text.tsx';
import type { Faq, Home } from '#contract/content.ts';
import { parseFormattedText } from '#contract/values/parse-formatted-text.ts';
import { numbered, Preview } from './preview.tsx';

const parseAll = (paragraphs: readonly string[]) =>
  paragraphs.flatMap((text) => parseFormattedText(text).blocks);

/** The home page’s welcome, slides and messages as the form holds them. */
export function HomePreview({ welcome, slides, messages }: Home) {
  return (
    <Preview>
      <div>
        <Title order={3}>{welcome.title}</Title>
        <Text c="dimmed">{welcome.text}</Text>
      </div>
      {numbered(slides).map(({ key, value }) => (
        <SlideFace key={key} slide={value} />
      ))}
      {numbered(messages).map(({ key, value }) => (
        <MessageCard key={key} message={{ ...value, text: parseAll(value.paragraphs) }} />
      ))}
    </Preview>
  );
}

/** The FAQ as the form holds it. */
export function FaqPreview({ faq }: { faq: Faq }) {
  return (
    <Preview>
      {numbered(faq).map(({ key, value: section }) => (
        <div key={key}>
          <Title order={3} size="h6">
            {section.title}
          </Title>
          <Accordion keepMounted={false} transitionDuration={0} order={4}>
            {numbered(section.questions).map(({ key: item, value: { question, answer } }) => (
              <Accordion.Item key={item} value={item}>
                <Accordion.Control>{question || 'New question'}</Accordion.Control>
                <Accordion.Panel>
                  <FormattedText blocks={parseAll(answer)} />
                </Accordion.Panel>
              </Accordion.Item>
            ))}
          </Accordion>
        </div>
      ))}
    </Preview>
  );
}
