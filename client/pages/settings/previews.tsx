import { Accordion, Stack, Table, Tabs, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { instantOfInput } from '#client/api/local-time.ts';
import { useTimeZone } from '#client/api/portal.ts';
import { useNow } from '#client/deadlines/use-now.ts';
import { Paragraph } from '#client/faq/faq-answer.tsx';
import { MessageCard } from '#client/home/message-card.tsx';
import { SlideFace } from '#client/home/slide-face.tsx';
import type { PreviewOf } from '#client/settings/setting-form.tsx';
import { Section } from '#client/ui/section.tsx';
import type { Faq, Home, LocalDeadlines } from '#contract/content.ts';
import type { Emails } from '#contract/email-templates.ts';
import { remaining } from '#contract/rules/deadlines.ts';
import { type Part, type Scheme, totalOf } from '#contract/rules/scheme.ts';
import type { SettingName } from '#contract/settings.ts';
import { formatDateTime } from '#contract/values/time.ts';
import { BrandPreview } from './brand-preview.tsx';
import { EmailTemplatePreview } from './email-template-preview.tsx';

const Preview = ({ children }: { children: ReactNode }) => (
  <Section title="Preview" description="As it will look; nothing is saved yet.">
    {children}
  </Section>
);

/** Within a list, what has no id of its own yet. */
const numbered = <T,>(values: readonly T[]) =>
  values.map((value, index) => ({ value, key: String(index) }));

function HomePreview({ welcome, slides, messages }: Home) {
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
        <MessageCard key={key} message={{ ...value, paragraphs: [...new Set(value.paragraphs)] }} />
      ))}
    </Preview>
  );
}

function FaqPreview({ faq }: { faq: Faq }) {
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
                  {numbered(answer).map((paragraph) => (
                    <Paragraph key={paragraph.key} text={paragraph.value} />
                  ))}
                </Accordion.Panel>
              </Accordion.Item>
            ))}
          </Accordion>
        </div>
      ))}
    </Preview>
  );
}

function DeadlinesPreview({ deadlines }: { deadlines: LocalDeadlines }) {
  const zone = useTimeZone();
  const { now } = useNow();
  const untilOf = (due: string) => {
    const left = remaining({ due }, now);
    return left ? `in ${left.days} days, ${left.hours} hours` : 'passed';
  };
  return (
    <Preview>
      <Stack component="ol" className="plain ruled" gap={0}>
        {numbered(deadlines).map(({ key, value: { title, due } }) => {
          const instant = instantOfInput(due, zone);
          return (
            <li key={key}>
              <Text fw={600}>{title || 'New deadline'}</Text>
              <Text size="sm" c="dimmed" className="tabular">
                {instant ? `${formatDateTime(instant, zone)} · ${untilOf(instant)}` : 'No date yet'}
              </Text>
            </li>
          );
        })}
      </Stack>
      <Text size="sm" c="dimmed">
        Times are those of the department’s clock ({zone}).
      </Text>
    </Preview>
  );
}

const numberOf = (value: unknown) => (typeof value === 'number' ? value : 0);
const inPercent = (weight: number, weights: number) =>
  weights > 0 ? `${Math.round((weight / weights) * 1000) / 10} %` : '–';

function SchemePreview({ parts }: Scheme) {
  const plain = parts.map((part) => ({
    ...part,
    milestones: part.milestones.map((milestone) => ({
      ...milestone,
      total: numberOf(milestone.total),
      weight: numberOf(milestone.weight),
    })),
  }));
  const all = plain.flatMap(({ milestones }) => milestones);
  const weights = all.reduce((sum, { weight }) => sum + weight, 0);
  return (
    <Preview>
      <Text>
        {all.length} milestones, {totalOf(all)} marks in all, weights of{' '}
        {Math.round(weights * 100) / 100} in all.
      </Text>
      <Tabs defaultValue="0" keepMounted={false}>
        <Tabs.List>
          {numbered(plain).map(({ key, value }) => (
            <Tabs.Tab key={key} value={key}>
              {value.title || 'New part'}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {numbered(plain).map(({ key, value }) => (
          <Tabs.Panel key={key} value={key} pt="sm">
            <PartPreview part={value} weights={weights} />
          </Tabs.Panel>
        ))}
      </Tabs>
    </Preview>
  );
}

function PartPreview({ part, weights }: { part: Part; weights: number }) {
  const { title, milestones } = part;
  const weight = milestones.reduce((sum, milestone) => sum + milestone.weight, 0);
  return (
    <Table aria-label={`Totals and weights of ${title}`} horizontalSpacing="xs">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Milestone</Table.Th>
          <Table.Th ta="right">Total</Table.Th>
          <Table.Th ta="right">Weight</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {numbered(milestones).map(({ key, value }) => (
          <Table.Tr key={key}>
            <Table.Td>{value.title || 'New milestone'}</Table.Td>
            <Table.Td ta="right" className="tabular">
              {value.total}
            </Table.Td>
            <Table.Td ta="right" className="tabular">
              {inPercent(value.weight, weights)}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
      <Table.Tfoot>
        <Table.Tr>
          <Table.Th>Together</Table.Th>
          <Table.Th ta="right">{totalOf(milestones)}</Table.Th>
          <Table.Th ta="right">{inPercent(weight, weights)}</Table.Th>
        </Table.Tr>
      </Table.Tfoot>
    </Table>
  );
}

/** Of what a form holds now, for those settings where seeing it says more than the fields. */
export const previews: { [Name in SettingName]?: PreviewOf } = {
  department: (value) => (
    <Preview>
      <BrandPreview department={value as never} />
    </Preview>
  ),
  home: (value) => <HomePreview {...(value as Home)} />,
  faq: (value) => <FaqPreview faq={value as Faq} />,
  deadlines: (value) => <DeadlinesPreview deadlines={value as LocalDeadlines} />,
  emails: (value, kind) => <EmailTemplatePreview emails={value as Emails} kind={kind} />,
  scheme: (value) => <SchemePreview {...(value as Scheme)} />,
};
