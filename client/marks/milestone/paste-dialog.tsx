import { Alert, Button, Modal, Stack, Table, Text } from '@mantine/core';
import { DialogFooter } from '#client/ui/dialog/dialog-footer.tsx';
import type { Milestone } from '#contract/rules/scheme.ts';
import type { PastedCell, PastedColumn } from './pasted-column.ts';
import type { PastedMarks, SheetRow } from './use-pasted-marks.ts';

type PasteDialogProps = { pasted: PastedMarks; milestone: Milestone };

/** Shows which student gets which pasted marks before the fields are filled. */
export function PasteDialog({ pasted: { request, fill, close }, milestone }: PasteDialogProps) {
  return (
    <Modal opened={request !== undefined} onClose={close} title="Paste marks" size="lg">
      {request &&
        (request.columns > 1 ? (
          <SeveralColumns columns={request.columns} onClose={close} />
        ) : (
          <Preview column={request.column} milestone={milestone} onFill={fill} onClose={close} />
        ))}
    </Modal>
  );
}

function SeveralColumns({ columns, onClose }: { columns: number; onClose: () => void }) {
  return (
    <Stack>
      <Text>
        You copied {columns} columns. Copy only the column of marks from your spreadsheet and paste
        it again. Nothing has been changed.
      </Text>
      <Button onClick={onClose} ms="auto">
        Close
      </Button>
    </Stack>
  );
}

const formatMarksCount = (count: number) => (count === 1 ? '1 mark' : `${count} marks`);
const formatStudents = (count: number) => (count === 1 ? '1 student' : `${count} students`);

type PreviewProps = {
  column: PastedColumn<SheetRow>;
  milestone: Milestone;
  onFill: () => void;
  onClose: () => void;
};

function Preview({ column, milestone, onFill, onClose }: PreviewProps) {
  const { cells } = column;
  const count = cells.filter(({ marks }) => marks !== undefined).length;
  const invalid = cells.filter(({ error }) => error !== undefined).length;
  return (
    <Stack>
      <Text>
        {formatMarksCount(count)} for <bdi>{milestone.title}</bdi>, in the order shown on the page.
        Nothing is saved until you choose “Save and send”.
      </Text>
      <RowCountNotes column={column} />
      {invalid > 0 && (
        <Alert color="red">
          {invalid === 1 ? '1 value has an error' : `${invalid} values have errors`}. You can fix
          errors in the table before you save.
        </Alert>
      )}
      <PreviewTable cells={cells} />
      <DialogFooter>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button onClick={onFill} disabled={count === 0} data-autofocus>
          Fill {formatMarksCount(count)}
        </Button>
      </DialogFooter>
    </Stack>
  );
}

/** Explains why the number of pasted values differs from the number of students. */
function RowCountNotes({ column }: { column: PastedColumn<SheetRow> }) {
  const { cells, heading, unusedValues, remainingRows } = column;
  return (
    <>
      {heading !== undefined && (
        <Text size="sm">
          The first line, “<bdi>{heading}</bdi>”, is treated as the column heading.
        </Text>
      )}
      {unusedValues.length > 0 && (
        <Alert color="brass">
          The column has {cells.length + unusedValues.length} values, but there{' '}
          {cells.length === 1 ? 'is' : 'are'} only {formatStudents(cells.length)} from this field
          down. Not used: <bdi>{unusedValues.join(', ')}</bdi>. Check that each student gets the
          right marks.
        </Alert>
      )}
      {remainingRows > 0 && (
        <Text size="sm">
          The column is shorter than the list: {formatStudents(remainingRows)} below{' '}
          {remainingRows === 1 ? 'keeps the current mark' : 'keep their current marks'}.
        </Text>
      )}
    </>
  );
}

function PreviewTable({ cells }: { cells: readonly PastedCell<SheetRow>[] }) {
  return (
    <Table.ScrollContainer
      minWidth={0}
      maxHeight="45dvh"
      type="native"
      tabIndex={0}
      role="region"
      aria-label="Pasted marks"
    >
      <Table stickyHeader aria-label="Pasted marks" layout="fixed">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Student</Table.Th>
            <Table.Th w="5rem" ta="right">
              Now
            </Table.Th>
            <Table.Th w="6rem" ta="right">
              Pasted
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody style={{ verticalAlign: 'top' }}>
          {cells.map((cell) => (
            <PreviewRow key={cell.row.member._id} {...cell} />
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function PreviewRow({ row: { member, shownMarks }, marks, error }: PastedCell<SheetRow>) {
  return (
    <Table.Tr>
      <Table.Td className="breakable">
        <bdi>{member.name}</bdi>{' '}
        <Text span size="sm" c="dimmed">
          {member.roll}
        </Text>
        {error && (
          <Text size="sm" c="var(--mantine-color-error)">
            {error}
          </Text>
        )}
      </Table.Td>
      <Table.Td ta="right" c="dimmed">
        {shownMarks || '–'}
      </Table.Td>
      <Table.Td ta="right" fw={600} className="breakable">
        {marks ?? (
          <Text span size="sm" c="dimmed" fw={400}>
            empty line
          </Text>
        )}
      </Table.Td>
    </Table.Tr>
  );
}
