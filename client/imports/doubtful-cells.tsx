import { Alert, Checkbox, List, Stack, Text } from '@mantine/core';
import type { ImportState } from './use-import.ts';

/** Maximum number of listed cells. A larger number of cells usually has one cause, such as the format of a column. */
const maxListed = 10;

/** Shows a checkbox that confirms all ambiguous cells, unless a cell must be corrected. */
export function DoubtfulCells({ importState }: { importState: ImportState }) {
  const { doubts, isConfirmed, confirm, doing, result } = importState;
  if (doubts.length === 0) return null;
  const refused = doubts.filter(({ isRefused }) => isRefused);
  const shown = [...refused, ...doubts.filter(({ isRefused }) => !isRefused)].slice(0, maxListed);
  const count = doubts.length.toLocaleString('en-GB');
  return (
    <Alert
      color={refused.length > 0 ? 'red' : 'brass'}
      role="alert"
      title={doubts.length === 1 ? '1 cell to check' : `${count} cells to check`}
    >
      <Stack gap="sm">
        <List size="sm" spacing="xs">
          {shown.map(({ row, column, message }) => (
            <List.Item key={`${row} ${column}`} className="breakable">
              {message}
            </List.Item>
          ))}
        </List>
        {doubts.length > maxListed && (
          <Text size="sm">And {(doubts.length - maxListed).toLocaleString('en-GB')} more.</Text>
        )}
        {refused.length > 0 ? (
          <Text size="sm">Correct these cells in the file, then choose it again.</Text>
        ) : (
          <Checkbox
            label={doubts.length === 1 ? 'Import the cell as shown' : 'Import the cells as shown'}
            checked={isConfirmed}
            disabled={doing !== undefined || result?.isWritten === true}
            onChange={(event) => confirm(event.currentTarget.checked)}
          />
        )}
      </Stack>
    </Alert>
  );
}
