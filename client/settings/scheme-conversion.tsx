import { Alert, Group, Stack, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { call } from '#client/api/connection/call.ts';
import { adminToastDurationMs, toast } from '#client/api/toast.ts';
import { useAction } from '#client/api/use-action.ts';
import { SubmitButton } from '#client/ui/form/submit-button.tsx';
import type { EndpointInput } from '#contract/endpoint.ts';
import type { AffectedMilestone } from '#contract/rules/scheme-change.ts';
import {
  type ConvertedMark,
  convertScheme,
  getSetting,
  type MarksConversion,
} from '#contract/settings/settings.ts';
import { invalidateSettings } from './invalidate-settings.ts';
import { isEveryChoiceMade, MarksTreatmentFields } from './marks-choices.tsx';
import type { Setting } from './use-setting-form.ts';

type SchemeConversionProps = {
  cohort: string | undefined;
  affected: readonly AffectedMilestone[];
  /** The marking scheme that the server did not save because it affects existing marks. */
  scheme: Pick<
    EndpointInput<typeof convertScheme>['body'],
    'version' | 'value' | 'restored' | 'removed'
  >;
  onConverted: (setting: Setting) => void;
};

export function SchemeConversion({ cohort, affected, scheme, onConverted }: SchemeConversionProps) {
  const [conversion, setConversion] = useState<MarksConversion>({});
  const [isChecked, setIsChecked] = useState(false);
  const [shown, setShown] = useState<ConvertedMark[]>();
  const run = useAction(
    (dryRun: boolean) =>
      call(convertScheme, { query: { cohort }, body: { ...scheme, conversion, dryRun } }),
    {
      failure: 'Couldn’t convert the marks',
      isInline: true,
      onDone: async (reply) => {
        if (!reply.isSaved) return setShown(reply.marks);
        toast.success(reply.message, adminToastDurationMs);
        onConverted(await call(getSetting, { params: { name: 'scheme' }, query: { cohort } }));
        await invalidateSettings();
      },
    },
  );
  const choose = (value: MarksConversion) => {
    setConversion(value);
    setShown(undefined);
  };
  const preview = () => {
    setIsChecked(true);
    if (isEveryChoiceMade(affected, conversion)) run.run(true);
  };
  return (
    // Set a minimum width of 0, so that a wide table scrolls instead of widening the page.
    <Alert
      color="brass"
      title="This scheme affects existing marks"
      styles={{ body: { minWidth: 0 } }}
    >
      <Stack gap="md">
        <MarksTreatmentFields
          affected={affected}
          value={conversion}
          onChange={choose}
          isChecked={isChecked}
        />
        {run.error && (
          <Text role="alert" c="var(--mantine-color-error)">
            {run.error}
          </Text>
        )}
        {shown && <ConvertedMarks marks={shown} />}
        <Group gap="sm">
          <SubmitButton
            variant={shown ? 'default' : 'filled'}
            disabled={run.isRunning}
            isBusy={run.input === true}
            busyText="Loading…"
            onPress={preview}
          >
            Show each mark before and after
          </SubmitButton>
          {shown && (
            <SubmitButton
              disabled={run.isRunning}
              isBusy={run.input === false}
              busyText="Saving…"
              onPress={() => run.run(false)}
            >
              Convert the marks and save
            </SubmitButton>
          )}
        </Group>
      </Stack>
    </Alert>
  );
}

const nowrap = { whiteSpace: 'nowrap' } as const;

const format = (marks: number | null, total: number | null) =>
  marks === null ? 'none' : `${marks} of ${total}`;

function ConvertedMarks({ marks }: { marks: readonly ConvertedMark[] }) {
  const rounded = marks.filter(({ isRounded }) => isRounded).length;
  return (
    <Stack gap="xs">
      <Text size="sm" role="status">
        {marks.length === 1 ? '1 mark.' : `${marks.length} marks.`}
        {rounded > 0 && ` ${rounded} of them ${rounded === 1 ? 'is' : 'are'} rounded.`} Students who
        have been notified of a mark get an email with the value before and after.
      </Text>
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
                <Table.Td style={nowrap}>{format(mark.before, mark.totalBefore)}</Table.Td>
                <Table.Td style={nowrap}>
                  {format(mark.after, mark.totalAfter)}
                  {mark.isRounded && ' (rounded)'}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Stack>
  );
}
