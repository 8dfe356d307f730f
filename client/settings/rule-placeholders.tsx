import { Box, Code, Text } from '@mantine/core';
import { useRead } from '#client/api/use-read.ts';
import {
  fillRulePlaceholders,
  hasPlaceholders,
  listRulePlaceholders,
  type RuleValues,
} from '#contract/settings/rule-placeholders.ts';
import type { SettingName } from '#contract/settings/settings.ts';
import type { RenderPreview } from './setting-form.tsx';

/** Loads the placeholders that the texts of the setting may contain. Returns undefined while loading, and if none may. */
export function useRuleValues(name: SettingName): RuleValues | undefined {
  const read = useRead(
    listRulePlaceholders,
    {},
    { failure: 'Couldn’t load the placeholders', isWanted: hasPlaceholders(name) },
  );
  return read.data?.values;
}

/** Returns a preview that shows the values of the placeholders. */
export const withRuleValues = (
  preview: RenderPreview | undefined,
  values: RuleValues | undefined,
): RenderPreview | undefined =>
  preview && values ? (value, kind) => preview(fillRulePlaceholders(value, values), kind) : preview;

/** Lists the placeholders with the values of today’s rules. */
export function RulePlaceholders({ values }: { values: RuleValues }) {
  return (
    <Box component="details" mb="md">
      <Text component="summary" size="sm" style={{ cursor: 'pointer' }}>
        Placeholders for rules and dates
      </Text>
      <Text size="sm" c="dimmed" my="xs">
        Enter a placeholder instead of a number or date. Pages show its current value.
      </Text>
      <Box
        component="ul"
        className="plain"
        mah="20rem"
        // Make the list focusable, so that users can scroll it with the keyboard.
        tabIndex={0}
        aria-label="Placeholders"
        style={{ columns: '20rem', overflow: 'auto' }}
      >
        {Object.entries(values).map(([name, value]) => (
          <li key={name}>
            <Text size="sm" className="breakable">
              <Code>
                <PlaceholderName name={name} />
              </Code>{' '}
              {value}
            </Text>
          </li>
        ))}
      </Box>
    </Box>
  );
}

/** Isolates the part after the colon, which may be in a right-to-left script. */
function PlaceholderName({ name }: { name: string }) {
  const [rule, ...details] = name.split(':');
  if (details.length === 0) return `{${rule}}`;
  return (
    <>
      {`{${rule}:`}
      <bdi>{details.join(':')}</bdi>
      {'}'}
    </>
  );
}
