import { Button, Modal, Select, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { call } from '#client/api/connection/call.ts';
import { facultyEndpoints } from '#client/api/faculty-endpoints.ts';
import { getErrorMessage } from '#client/api/problems.ts';
import { invalidateEndpoints } from '#client/api/queries.ts';
import { useRead } from '#client/api/use-read.ts';
import { DialogFooter } from '#client/ui/dialog/dialog-footer.tsx';
import { SubmitButton } from '#client/ui/form/submit-button.tsx';
import { findFigures } from '#contract/admin/figures.ts';
import { updateGroup } from '#contract/admin/group-edits.ts';
import { type BoardRow, findBoard } from '#contract/board.ts';
import { findGroup, listGroups } from '#contract/groups.ts';
import { listChanges } from '#contract/history.ts';
import { findChoices } from '#contract/students/proposals.ts';
import { GroupPreviewList } from './preview-list.tsx';

type AssignDialogProps = { rows: readonly BoardRow[]; onClose: () => void };
type Account = { _id: string; name: string; email: string };

const failure = 'Couldn’t assign the supervisor';

/** Assigns a supervisor to the groups one by one. The server rejects groups that have changed since loading. */
async function assign(
  rows: readonly BoardRow[],
  { _id, name }: Account,
  report: (groupId: string, result: string) => void,
) {
  for (const row of rows) {
    const body = { version: row.version, supervisor: name, supervisorId: _id };
    try {
      const { group } = await call(updateGroup, { params: { groupId: row._id }, body });
      const isExaminer = group?.externalExaminerId === _id;
      report(
        row._id,
        `Assigned to ${name}${isExaminer ? ', who is also the external examiner' : ''}.`,
      );
    } catch (error) {
      report(row._id, getErrorMessage(error, failure));
    }
  }
  await invalidateEndpoints(
    findBoard,
    findFigures,
    findGroup,
    listGroups,
    listChanges,
    ...facultyEndpoints,
  );
}

function useAssignment(rows: readonly BoardRow[]) {
  const { data, error } = useRead(findChoices, {}, { failure: 'Couldn’t load the accounts' });
  const [accountId, setAccountId] = useState<string | null>(null);
  const [results, setResults] = useState<Record<string, string>>({});
  const [state, setState] = useState<'choosing' | 'running' | 'done'>('choosing');
  const staff = data?.staff ?? [];
  const account = staff.find(({ _id }) => _id === accountId);
  const changing = rows.filter(({ supervisorId }) => supervisorId !== accountId);
  const items = changing.map((row) => ({
    id: row._id,
    name: row.fypGroupName,
    text: results[row._id] ?? `${row.supervisor} → ${account?.name}`,
  }));
  const run = async () => {
    if (!account) return;
    setState('running');
    await assign(changing, account, (groupId, result) =>
      setResults((before) => ({ ...before, [groupId]: result })),
    );
    setState('done');
  };
  return { staff, error, account, choose: setAccountId, changing, items, state, run };
}

export function AssignSupervisorDialog({ rows, onClose }: AssignDialogProps) {
  const { staff, error, account, choose, changing, items, state, run } = useAssignment(rows);
  const count = changing.length === 1 ? '1 group' : `${changing.length} groups`;
  return (
    <Modal
      opened
      onClose={() => state !== 'running' && onClose()}
      withCloseButton={state !== 'running'}
      title="Assign a supervisor"
      size="lg"
    >
      <Stack>
        <Select
          label="Supervisor"
          required
          searchable
          data={staff.map(({ _id, name, email }) => ({ value: _id, label: `${name} (${email})` }))}
          error={error}
          value={account?._id ?? null}
          onChange={choose}
          disabled={state !== 'choosing'}
        />
        {account && (
          <>
            <Text role="status">
              {state === 'done'
                ? 'Result for each group:'
                : changing.length === 0
                  ? 'No groups will change.'
                  : `${count} will change. The supervisor gets an email:`}
            </Text>
            {changing.length > 0 && (
              <GroupPreviewList label="Changes for each group" items={items} />
            )}
          </>
        )}
        <DialogFooter>
          {state === 'done' ? (
            <Button onClick={onClose}>Close</Button>
          ) : (
            <SubmitButton
              disabled={!account || changing.length === 0}
              isBusy={state === 'running'}
              busyText="Saving…"
              onPress={() => void run()}
            >
              {`Assign to ${count}`}
            </SubmitButton>
          )}
        </DialogFooter>
      </Stack>
    </Modal>
  );
}
