import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMarkingScheme } from '#client/api/cohorts/cohort-content.ts';
import { call } from '#client/api/connection/call.ts';
import { buildQueryOptions } from '#client/api/queries.ts';
import { adminToastDurationMs } from '#client/api/toast.ts';
import { useAction } from '#client/api/use-action.ts';
import { getFieldPathLabel } from '#client/groups/format-change.ts';
import { type FullGroup, readGroup } from '#contract/groups.ts';
import { findChoices } from '#contract/students/proposals.ts';
import type { EditConflict, GroupValues } from './group-values.ts';

type GroupEditorStaleProps = {
  groupId: string;
  /** The server's error message if another admin has changed the group. */
  refusal: string | undefined;
  /** Fields that the user and another admin have both changed. Undefined until the group is reloaded. */
  conflicts: readonly EditConflict[] | undefined;
  values: GroupValues;
  changedBy: string | null;
  onFresh: (group: FullGroup) => void;
  onTakeTheirs: (path: string, theirs: EditConflict['theirs']) => void;
};

/** Reloads the group, keeps the user's changes and shows both values of each conflict. */
export function EditConflictAlert(props: GroupEditorStaleProps) {
  const { groupId, refusal, conflicts, values, changedBy, onFresh, onTakeTheirs } = props;
  const { data: choices } = useQuery(buildQueryOptions(findChoices));
  const scheme = useMarkingScheme();
  const load = useAction(readFreshGroup, {
    failure: 'Failed to load groups',
    toastFor: adminToastDurationMs,
    onDone: onFresh,
  });
  if (refusal !== undefined) {
    return (
      <Alert color="red" role="alert" mb="md">
        <Stack gap="sm" align="flex-start">
          {refusal}
          <Text size="sm">Your changes are kept when you reload the group.</Text>
          <Button
            variant="default"
            size="xs"
            loading={load.isRunning}
            onClick={() => load.run(groupId)}
          >
            Reload group
          </Button>
        </Stack>
      </Alert>
    );
  }
  if (conflicts === undefined) return null;
  /** Shows an account id as an email address. */
  const format = (path: string, value: EditConflict['theirs']) => {
    if (value === null || value === '') return 'empty';
    if (!path.endsWith('Id')) return typeof value === 'boolean' ? 'selected' : value;
    return choices?.staff.find(({ _id }) => _id === value)?.email ?? 'another account';
  };
  return (
    <Alert color={conflicts.length > 0 ? 'brass' : 'green'} role="status" mb="md">
      <Text size="sm">
        The group was reloaded, and your changes were applied to it.
        {conflicts.length > 0 && (
          <>
            {' '}
            <bdi>{changedBy ?? 'Someone'}</bdi> changed the same fields. If you save, your values
            replace theirs.
          </>
        )}
      </Text>
      {conflicts.map(({ path, theirs, yours }) => (
        <ConflictField
          key={path}
          label={getFieldPathLabel(path, values, scheme)}
          theirs={format(path, theirs)}
          yours={format(path, yours)}
          onTakeTheirs={() => onTakeTheirs(path, theirs)}
        />
      ))}
    </Alert>
  );
}

type ConflictFieldProps = {
  label: string;
  theirs: string | number;
  yours: string | number;
  onTakeTheirs: () => void;
};

function ConflictField({ label, theirs, yours, onTakeTheirs }: ConflictFieldProps) {
  return (
    <Stack gap={4} mt="sm" pt="sm" className="breakable overlined">
      <Text size="sm" fw={600}>
        {label}
      </Text>
      <Text size="sm">Current: {theirs}</Text>
      <Text size="sm">Yours: {yours}</Text>
      <Group>
        <Button
          variant="default"
          size="xs"
          aria-label={`Keep current value: ${label}`}
          onClick={onTakeTheirs}
        >
          Keep current value
        </Button>
      </Group>
    </Stack>
  );
}

/** Loads the group by id, because its name may have changed. */
async function readFreshGroup(groupId: string): Promise<FullGroup> {
  const { group } = await call(readGroup, { params: { groupId } });
  return group;
}
