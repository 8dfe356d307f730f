import { Accordion, Text, Title } from '@mantine/core';
import { MessageCard } from '#client/home/message-card.tsx';
import { SlideContent } from '#client/home/slide-face.tsx';
import { FormattedText } from '#client/ui/formatted-text.tsx';
import type { Faq, HomeContent } from '#contract/settings/content.ts';
import { type Help, helpGuideNames, helpGuides } from '#contract/settings/help.ts';
import { parseFormattedText } from '#contract/values/formatted/parse-formatted-text.ts';
import { addReactKeys, SettingPreviewSection } from './preview.tsx';

const parseAll = (paragraphs: readonly string[]) =>
  paragraphs.flatMap((text) => parseFormattedText(text).blocks);

export function HomePreview({ welcome, slides, messages }: HomeContent) {
  return (
    <SettingPreviewSection>
      <div>
        <Title order={3}>{welcome.title}</Title>
        <Text c="dimmed">{welcome.text}</Text>
      </div>
      {addReactKeys(slides).map(({ key, value }) => (
        <SlideContent key={key} slide={value} />
      ))}
      {addReactKeys(messages).map(({ key, value }) => (
        <MessageCard key={key} message={{ ...value, text: parseAll(value.paragraphs) }} />
      ))}
    </SettingPreviewSection>
  );
}

export function FaqPreview({ faq }: { faq: Faq }) {
  return (
    <SettingPreviewSection>
      {addReactKeys(faq).map(({ key, value: section }) => (
        <div key={key}>
          <Title order={3} size="h6">
            {section.title}
          </Title>
          <Accordion keepMounted={false} transitionDuration={0} order={4}>
            {addReactKeys(section.questions).map(({ key: item, value: { question, answer } }) => (
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
    </SettingPreviewSection>
  );
}

export function HelpPreview({ help }: { help: Help }) {
  return (
    <SettingPreviewSection>
      {helpGuideNames.map((name) => (
        <div key={name}>
          <Title order={3} size="h6">
            {helpGuides[name].label}
          </Title>
          {addReactKeys(help[name]).map(({ key, value: { title, text } }) => (
            <div key={key}>
              <Text fw={600} mt="sm">
                {title || 'New topic'}
              </Text>
              <FormattedText blocks={parseAll(text)} />
            </div>
          ))}
        </div>
      ))}
    </SettingPreviewSection>
  );
}
