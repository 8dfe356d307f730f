import { Badge, Text } from '@mantine/core';
import { getColumnTitle } from '#client/imports/match/get-column-title.ts';
import type { ImportResult } from '#client/imports/post-import.ts';
import { BidiSentence } from '#client/ui/sentence.tsx';
import type { ImportKind, ImportRowError } from '#contract/admin/imports.ts';
import { outcomeLabels } from './outcomes.ts';

type RowOutcomeProps = {
  kind: ImportKind;
  isWritten: boolean;
  outcome: ImportResult['rows'][number] | undefined;
  errors: readonly ImportRowError[];
};

export function RowOutcome({ kind, isWritten, outcome, errors }: RowOutcomeProps) {
  if (errors.length > 0) {
    return (
      <ul style={{ margin: 0, paddingInlineStart: '1rem' }}>
        {errors.map(({ column, message }) => (
          <Text key={column} component="li" size="sm" className="breakable">
            <b>{getColumnTitle(kind, column)}:</b> {message}
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
  const { checked, written, color } = outcomeLabels[outcome.outcome];
  const { group, differences = [], missing = [], warning } = outcome;
  return (
    <>
      <Badge color={color} variant="light">
        {isWritten ? written : checked}
      </Badge>
      {group !== undefined && <Text size="sm">{group}</Text>}
      {outcome.outcome === 'refused' && (
        <Text size="sm">Another row of this group has an error.</Text>
      )}
      {differences.length > 0 && (
        <Text size="sm" className="breakable">
          {[...new Set(differences.map(({ field }) => getColumnTitle(kind, field)))].join(', ')}
        </Text>
      )}
      {missing.length > 0 && (
        <Text size="sm" className="breakable">
          Not in the file, and {missing.length === 1 ? 'stays' : 'stay'}: {missing.join(', ')}
        </Text>
      )}
      {warning !== undefined && (
        <Text size="sm" className="breakable">
          {outcome.outcome !== 'left-out' && <b>Warning: </b>}
          <BidiSentence text={warning} />
        </Text>
      )}
    </>
  );
}
