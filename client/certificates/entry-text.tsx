import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Courses } from '#contract/settings/courses.ts';
import type { Certificate } from '#contract/students/certificates.ts';
import { formatRequirementTitle } from './format-counts-for.ts';

type EntryTextProps = {
  entry: Certificate;
  rule: Courses['rule'];
  reason: ReactNode;
  children?: ReactNode;
};

export function EntryText({ entry, rule, reason, children }: EntryTextProps) {
  const { title, provider, countsFor } = entry;
  return (
    <Stack gap={2} flex="1 1 14rem" miw={0}>
      <Text fw={600} className="breakable">
        {title}
      </Text>
      <Text size="sm" c="dimmed" className="breakable">
        <bdi>{formatRequirementTitle(rule, countsFor)}</bdi>
        {provider && (
          <>
            {' · '}
            <bdi>{provider}</bdi>
          </>
        )}
      </Text>
      {reason && (
        <Text size="sm" c="red" className="typed">
          {reason}
        </Text>
      )}
      {children}
    </Stack>
  );
}
