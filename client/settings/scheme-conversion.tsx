import { Alert, Button, Group, Radio, Stack, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { call } from '#client/api/call.ts';
import { adminToastMs, toast } from '#client/api/toast.ts';
import { useAction } from '#client/api/use-action.ts';
import type { Scheme } from '#contract/rules/scheme.ts';
import {
  type Conversion,
  type ConvertedMark,
  convertScheme,
  getSetting,
} from '#contract/settings.ts';
import { type Affected, affectedMilestones, likelyConversion } from './affected-milestones.ts';
import { forms } from './forms/forms.ts';
import { invalidateSettings } from './invalidate-settings.ts';
import { toSend } from './kit/values.ts';
import type { Setting } from './use-setting-form.ts';

type SchemeConversionProps = {
  cohort: string | undefined;
  version: number;
  before: unknown;
  /** What the form holds now. */
  after: unknown;
  /** The save was refused because marks stand. */
  isRefused: boolean;
  onConverted: (setting: Setting) => void;
};

const meanings = { keep: 'Keep the marks', scale: 'Scale the marks', remove: 'Remove the marks' };

/** Marks stand in the way of a change: says what becomes of them, shows each, and only then writes. */
export function SchemeConversion(props: SchemeConversionProps) {
  const { before, after, isRefused } = props;
  const value = toSend(forms.scheme, after) as Scheme;
  const affected = affectedMilestones(before as Scheme, value);
  if (!isRefused || affected.length === 0) return null;
  // Chosen anew when something else is affected.
  const key = affected.map((one) => one.key + one.change).join();
  return <Choices key={key} {...props} value={value} affected={affected} />;
}

type ChoicesProps = SchemeConversionProps & { value: Scheme; affected: readonly Affected[] };

function Choices({ cohort, version, value, affected, onConverted }: ChoicesProps) {
  const [conversion, setConversion] = useState(() => likelyConversion(affected));
  const [shown, setShown] = useState<ConvertedMark[]>();
  const run = useAction(
    (dryRun: boolean) =>
      call(convertScheme, { query: { cohort }, body: { version, value, conversion, dryRun } }),
    {
      failure: 'The marks could not be converted.',
      success: () => '',
      onDone: async (reply) => {
        if (!reply.isSaved) return setShown(reply.marks);
        toast.success(reply.message, adminToastMs);
        onConverted(await call(getSetting, { params: { name: 'scheme' }, query: { cohort } }));
        await invalidateSettings();
      },
    },
  );
  const choose = (key: string, how: string) => {
    setConversion({ ...conversion, [key]: how as Conversion[string] });
    setShown(undefined);
  };
  return (
    <Alert color="brass" title="Marks stand already: what becomes of them?">
      <Stack gap="md">
        {affected.map(({ key, title, change, choices }) => (
          <Radio.Group
            key={key}
            label={`${title} ${change}`}
            value={conversion[key] ?? null}
            onChange={(how) => choose(key, how)}
          >
            <Group gap="0.5rem 1.25rem" mt={4}>
              {choices.map((how) => (
                <Radio key={how} value={how} label={meanings[how]} />
              ))}
            </Group>
          </Radio.Group>
        ))}
        {run.error && <Text c="var(--mantine-color-error)">{run.error}</Text>}
        {shown && <ConvertedMarks marks={shown} />}
        <Group gap="sm">
          <Button variant="default" loading={run.isRunning} onClick={() => run.run(true)}>
            Show each mark before and after
          </Button>
          {shown && (
            <Button loading={run.isRunning} onClick={() => run.run(false)}>
              Convert the marks and save
            </Button>
          )}
        </Group>
      </Stack>
    </Alert>
  );
}

const shownMark = (marks: number | null) => (marks === null ? 'none' : marks);

function ConvertedMarks({ marks }: { marks: readonly ConvertedMark[] }) {
  if (marks.length === 0) return <Text>No mark changes.</Text>;
  return (
    <Table.ScrollContainer minWidth={480} mah="24rem" style={{ overflowY: 'auto' }}>
      <Table aria-label="Marks before and after">
        <Table.Thead>
          <Table.Tr>
            {['Group', 'Member', 'Roll number', 'Milestone', 'Before', 'After'].map((heading) => (
              <Table.Th key={heading}>{heading}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {marks.map((mark) => (
            <Table.Tr key={mark.fypGroupName + mark.roll + mark.milestone}>
              <Table.Td>{mark.fypGroupName}</Table.Td>
              <Table.Td>{mark.memberName}</Table.Td>
              <Table.Td>{mark.roll}</Table.Td>
              <Table.Td>{mark.title}</Table.Td>
              <Table.Td className="tabular">{shownMark(mark.before)}</Table.Td>
              <Table.Td className="tabular">{shownMark(mark.after)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
