import { Box, Text, Title } from '@mantine/core';
import { useTimeZone } from '#client/api/portal.ts';
import { settingForms } from '#client/settings/forms/forms.ts';
import { BidiSentence } from '#client/ui/sentence.tsx';
import {
  type SettingChange,
  type SettingDifference,
  settingDefinitions,
} from '#contract/settings/settings.ts';
import { formatDateTime } from '#contract/values/time.ts';
import { formatPathLabels } from './format-path-labels.ts';

export function SettingDifferences({ differences }: { differences: readonly SettingDifference[] }) {
  const zone = useTimeZone();
  return differences.map(({ name, lines, ...version }) => (
    <section key={name} aria-label={settingDefinitions[name].label}>
      <Title order={3} size="h5">
        {settingDefinitions[name].label}
      </Title>
      <Text size="sm" c={version.basis === 'current' ? 'dimmed' : undefined}>
        <BidiSentence text={formatBasis(version, zone)} />
      </Text>
      <Box component="ul" mt="xs" className="plain divided">
        {lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the order is fixed.
          <Line key={index} label={formatPathLabels(settingForms[name], line.path)} line={line} />
        ))}
      </Box>
    </section>
  ));
}

type BasisVersion = Omit<SettingDifference, 'name' | 'lines'>;

function formatBasis({ basis, version, changedBy, changedAt }: BasisVersion, zone: string) {
  const saved = `${changedBy ?? 'the portal'} on ${formatDateTime(changedAt, zone)}`;
  switch (basis) {
    case 'current':
      return `Downloaded from today’s version ${version}.`;
    case 'stale':
      return `Changed since the file was downloaded, last by ${saved} (version ${version}). Applying the file reverts that change where the lines differ.`;
    case 'unknown':
      return `The file does not say which version it came from. Today’s version ${version} was saved by ${saved}.`;
  }
}

function Line({ label, line: { before, after } }: { label: string; line: SettingChange }) {
  return (
    <Box component="li" py="xs">
      <Text size="sm" fw={600} className="breakable">
        {label}
      </Text>
      <Box component="dl" fz="sm" className="facts">
        <dt>Today</dt>
        <Value text={before} />
        <dt>File</dt>
        <Value text={after} fw={500} />
      </Box>
    </Box>
  );
}

type ValueProps = { text: string | null; fw?: number };

const Value = ({ text, fw }: ValueProps) => (
  <Box component="dd" fw={fw} style={{ whiteSpace: 'pre-wrap' }}>
    {text || <em>{text === null ? 'Absent' : 'Empty'}</em>}
  </Box>
);
