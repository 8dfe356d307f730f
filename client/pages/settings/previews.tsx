import { Stack, Table, Tabs, Text } from '@mantine/core';
import { Suspense } from 'react';
import { useTimeZone } from '#client/api/portal.ts';
import { useNow } from '#client/deadlines/use-now.ts';
import { lazyWithFallback } from '#client/layout/lazy-part.ts';
import type { RenderPreview } from '#client/settings/setting-form.tsx';
import type { Faq, Home } from '#contract/content.ts';
import type { LocalDeadlines } from '#contract/department.ts';
import type { Emails } from '#contract/email-templates.ts';
import { getTimeLeft } from '#contract/rules/deadlines.ts';
import { type Part, type Scheme, sumTotals } from '#contract/rules/scheme.ts';
import type { SettingName } from '#contract/settings.ts';
import { formatDateTime } from '#contract/values/time.ts';
import { parseWallClock } from '#contract/values/wall-clock.ts';
import { BrandPreview } from './brand-preview.tsx';
import { EmailTemplatePreview } from './email-template-preview.tsx';
import { addKeys, Preview } from './preview.tsx';

// Load lazily, because these previews import the formatted-text parser.
const HomePreview = lazyWithFallback(async () => (await import('./text-previews.tsx')).HomePreview);
const FaqPreview = lazyWithFallback(async () => (await import('./text-previews.tsx')).FaqPreview);

function DeadlinesPreview({ deadlines }: { deadlines: LocalDeadlines }) {
  const zone = useTimeZone();
  const { now } = useNow();
  const untilOf = (due: string) => {
    const left = getTimeLeft({ due }, now);
    return left ? `in ${left.days} days, ${left.hours} hours` : 'passed';
  };
  return (
    <Preview>
      <Stack component="ol" className="plain ruled" gap={0}>
        {addKeys(deadlines).map(({ key, value: { title, due } }) => {
          const instant = parseWallClock(due, zone);
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
        Times are in the department’s time zone ({zone}).
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
        {all.length} milestones, {sumTotals(all)} marks in all, weights of{' '}
        {Math.round(weights * 100) / 100} in all.
      </Text>
      <Tabs defaultValue="0" keepMounted={false}>
        <Tabs.List aria-label="Parts of the marking scheme">
          {addKeys(plain).map(({ key, value }) => (
            <Tabs.Tab key={key} value={key}>
              {value.title || 'New part'}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {addKeys(plain).map(({ key, value }) => (
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
        {addKeys(milestones).map(({ key, value }) => (
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
          <Table.Th ta="right">{sumTotals(milestones)}</Table.Th>
          <Table.Th ta="right">{inPercent(weight, weights)}</Table.Th>
        </Table.Tr>
      </Table.Tfoot>
    </Table>
  );
}

/** Previews by setting name, rendered from the form's current values. Some settings have no preview. */
export const previews: { [Name in SettingName]?: RenderPreview } = {
  department: (value) => (
    <Preview>
      <BrandPreview department={value as never} />
    </Preview>
  ),
  home: (value) => (
    <Suspense>
      <HomePreview {...(value as Home)} />
    </Suspense>
  ),
  faq: (value) => (
    <Suspense>
      <FaqPreview faq={value as Faq} />
    </Suspense>
  ),
  deadlines: (value) => <DeadlinesPreview deadlines={value as LocalDeadlines} />,
  emails: (value, kind) => <EmailTemplatePreview emails={value as Emails} kind={kind} />,
  scheme: (value) => <SchemePreview {...(value as Scheme)} />,
};
