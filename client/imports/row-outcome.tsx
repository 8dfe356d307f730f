import { Badge, Text } from '@mantine/core';
import type { ImportKind, RowError } from '#contract/imports.ts';
import { titleOf } from './title-of.ts';
import type { Result } from './use-import.ts';

type RowOutcomeProps = {
  kind: ImportKind;
  isWritten: boolean;
  outcome: Result['rows'][number] | undefined;
  errors: readonly RowError[];
};

/** New, unchanged, or what is wrong and how to mend it. */
export function RowOutcome({ kind, isWritten, outcome, errors }: RowOutcomeProps) {
  if (errors.length > 0) {
    return (
      <ul style={{ margin: 0, paddingInlineStart: '1rem' }}>
        {errors.map(({ column, message }) => (
          <Text key={column} component="li" size="sm" className="breakable">
            <b>{titleOf(kind, column)}:</b> {message}
          </Text>
        ))}
      </ul>
    );
  }
  if (!outcome) {
    return (
      <Text size="sm" c="dimmed">
        Not checked yet
      </Text>
    );
  }
  const isNew = outcome.outcome === 'new';
  return (
    <>
      <Badge color={isNew ? 'green' : 'gray'} variant="light">
        {isNew ? (isWritten ? 'Imported' : 'New') : 'Unchanged'}
      </Badge>
      {outcome.group !== undefined && <Text size="sm">{outcome.group}</Text>}
    </>
  );
}
