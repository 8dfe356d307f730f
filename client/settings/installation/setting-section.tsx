import { Badge, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Section } from '#client/ui/section.tsx';
import type { ValueSource } from '#contract/settings/installation.ts';

type Sourced = { source: ValueSource; variable: string };

const sourceLabels: Record<ValueSource, string> = {
  environment: 'From the environment',
  stored: 'Stored setting',
  default: 'Default',
};

export const isFixed = ({ source }: Sourced): boolean => source === 'environment';

function SourceBadge({ setting }: { setting: Sourced }) {
  return (
    <Badge
      variant="light"
      color={isFixed(setting) ? 'brass' : 'gray'}
      tt="none"
      ff="var(--mantine-font-family)"
    >
      {sourceLabels[setting.source]}
    </Badge>
  );
}

/** Names the variable to change. Read-only fields would otherwise give no reason. */
const formatFixedNote = ({ variable }: Sourced): string =>
  `The server’s environment sets ${variable}. Remove the variable there and restart the portal to change the value here.`;

type SettingSectionProps = {
  title: string;
  description: ReactNode;
  setting: Sourced;
  children: ReactNode;
};

export function SettingSection({ title, description, setting, children }: SettingSectionProps) {
  return (
    <Section
      title={
        <Group gap="sm" component="span">
          {title} <SourceBadge setting={setting} />
        </Group>
      }
      description={description}
    >
      {isFixed(setting) && <Text size="sm">{formatFixedNote(setting)}</Text>}
      {children}
    </Section>
  );
}
