import { Stack, Table, Tabs, Text } from '@mantine/core';
import { Suspense } from 'react';
import { useTimeZone } from '#client/api/portal.ts';
import { useNow } from '#client/deadlines/use-now.ts';
import { lazyPart } from '#client/layout/lazy-part.tsx';
import type { RenderPreview } from '#client/settings/setting-form.tsx';
import { getTimeLeft } from '#contract/rules/deadlines.ts';
import { type MarkingScheme, type SchemePart, sumMilestoneTotals } from '#contract/rules/scheme.ts';
import type { Faq, HomeContent } from '#contract/settings/content.ts';
import type { DeadlineSettings } from '#contract/settings/department.ts';
import type { EmailTemplates } from '#contract/settings/email-templates.ts';
import type { Help } from '#contract/settings/help.ts';
import type { SettingName } from '#contract/settings/settings.ts';
import { formatDateTime } from '#contract/values/time.ts';
import { parseWallClock } from '#contract/values/wall-clock.ts';
import { BrandPreview } from './brand-preview.tsx';
import { EmailTemplatePreview } from './email-template-preview.tsx';
import { addReactKeys, SettingPreviewSection } from './preview.tsx';

// Load the previews of formatted texts lazily, because only they import the formatted-text parser.
const HomePreview = lazyPart(async () => (await import('./text-previews.tsx')).HomePreview);
const HelpPreview = lazyPart(async () => (await import('./text-previews.tsx')).HelpPreview);
const FaqPreview = lazyPart(async () => (await import('./text-previews.tsx')).FaqPreview);

function DeadlinesPreview({ deadlines }: { deadlines: DeadlineSettings }) {
  const zone = useTimeZone();
  const { now } = useNow();
  const untilOf = (due: string) => {
    const left = getTimeLeft({ due }, now);
    return left ? `in ${left.days} days, ${left.hours} hours` : 'past';
  };
  return (
    <SettingPreviewSection>
      <Stack component="ol" className="plain ruled" gap={0}>
        {addReactKeys(deadlines).map(({ key, value: { title, due } }) => {
          const instant = parseWallClock(due, zone);
          return (
            <li key={key}>
              <Text fw={600}>{title || 'New deadline'}</Text>
              <Text size="sm" c="dimmed">
                {instant ? `${formatDateTime(instant, zone)} · ${untilOf(instant)}` : 'No date yet'}
              </Text>
            </li>
          );
        })}
      </Stack>
      <Text size="sm" c="dimmed">
        Times are in the department’s time zone ({zone}).
      </Text>
    </SettingPreviewSection>
  );
}

const numberOf = (value: unknown) => (typeof value === 'number' ? value : 0);
const inPercent = (weight: number, weights: number) =>
  weights > 0 ? `${Math.round((weight / weights) * 1000) / 10}%` : '–';

function SchemePreview({ parts }: MarkingScheme) {
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
    <SettingPreviewSection>
      <Text>
        {all.length} milestones with {sumMilestoneTotals(all)} marks in total. The weights add up to{' '}
        {Math.round(weights * 100) / 100}.
      </Text>
      <Tabs defaultValue="0" keepMounted={false}>
        <Tabs.List aria-label="Parts of the marking scheme">
          {addReactKeys(plain).map(({ key, value }) => (
            <Tabs.Tab key={key} value={key}>
              {value.title || 'New part'}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {addReactKeys(plain).map(({ key, value }) => (
          <Tabs.Panel key={key} value={key} pt="sm">
            <PartPreview part={value} weights={weights} />
          </Tabs.Panel>
        ))}
      </Tabs>
    </SettingPreviewSection>
  );
}

function PartPreview({ part, weights }: { part: SchemePart; weights: number }) {
  const { title, milestones } = part;
  const weight = milestones.reduce((sum, milestone) => sum + milestone.weight, 0);
  return (
    <Table.ScrollContainer minWidth={0}>
      <Table aria-label={`Totals and weights of ${title}`} horizontalSpacing="xs">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Milestone</Table.Th>
            <Table.Th ta="right">Total</Table.Th>
            <Table.Th ta="right">Weight</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {addReactKeys(milestones).map(({ key, value }) => (
            <Table.Tr key={key}>
              <Table.Td>{value.title || 'New milestone'}</Table.Td>
              <Table.Td ta="right">{value.total}</Table.Td>
              <Table.Td ta="right">{inPercent(value.weight, weights)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
        <Table.Tfoot>
          <Table.Tr>
            <Table.Th>Total</Table.Th>
            <Table.Th ta="right">{sumMilestoneTotals(milestones)}</Table.Th>
            <Table.Th ta="right">{inPercent(weight, weights)}</Table.Th>
          </Table.Tr>
        </Table.Tfoot>
      </Table>
    </Table.ScrollContainer>
  );
}

export const settingPreviews: { [Name in SettingName]?: RenderPreview } = {
  department: (value) => (
    <SettingPreviewSection>
      <BrandPreview department={value as never} />
    </SettingPreviewSection>
  ),
  home: (value) => (
    <Suspense>
      <HomePreview {...(value as HomeContent)} />
    </Suspense>
  ),
  faq: (value) => (
    <Suspense>
      <FaqPreview faq={value as Faq} />
    </Suspense>
  ),
  help: (value) => (
    <Suspense>
      <HelpPreview help={value as Help} />
    </Suspense>
  ),
  deadlines: (value) => <DeadlinesPreview deadlines={value as DeadlineSettings} />,
  emails: (value, kind) => <EmailTemplatePreview emails={value as EmailTemplates} kind={kind} />,
  scheme: (value) => <SchemePreview {...(value as MarkingScheme)} />,
};
