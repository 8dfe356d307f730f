import { Button, Modal, Select, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { buildQueryOptions } from '#client/api/queries.ts';
import { DialogFooter } from '#client/ui/dialog/dialog-footer.tsx';
import type { SheetFormat } from '#contract/exports/sheets.ts';
import { findChoices } from '#contract/students/proposals.ts';

type AwardDialogProps = {
  opened: boolean;
  onClose: () => void;
  cohort: string | undefined;
  onSave: (options: {
    program: string | undefined;
    cohort: string | undefined;
    format: SheetFormat;
  }) => void;
};

export function AwardDialog({ opened, onClose, cohort, onSave }: AwardDialogProps) {
  const { data } = useQuery(buildQueryOptions(findChoices, { query: { cohort } }));
  const [program, setProgram] = useState<string | null>(null);
  const save = (format: SheetFormat) =>
    onSave({ program: program ?? undefined, cohort: data?.cohort ?? cohort, format });
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title="Award list"
      withCloseButton={false}
      size="26rem"
    >
      <Stack gap="md">
        <Text>
          Lists all students by final mark, with their position in the program and the number of
          marked milestones. Unmarked milestones count as 0. Students without marks have no
          position.
        </Text>
        <Select
          label="Program"
          placeholder="All programs"
          data={data?.programs ?? []}
          value={program}
          onChange={setProgram}
          clearable
          clearButtonProps={{ 'aria-label': 'All programs' }}
          data-autofocus
        />
        <DialogFooter>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="default" onClick={() => save('csv')}>
            Export as CSV
          </Button>
          <Button onClick={() => save('xlsx')}>Export as Excel</Button>
        </DialogFooter>
      </Stack>
    </Modal>
  );
}
