import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { call } from '#client/api/call.ts';
import { useScheme } from '#client/api/cohort-content.ts';
import { query } from '#client/api/queries.ts';
import { adminToastMs } from '#client/api/toast.ts';
import { useAction } from '#client/api/use-action.ts';
import { labelOfPath } from '#client/groups/format-change.ts';
import { type FullGroup, readGroup } from '#contract/groups.ts';
import { findChoices } from '#contract/proposals.ts';
import classes from './group-editor.module.css';
import type { GroupValues, Overtaken } from './group-values.ts';

type GroupEditorStaleProps = {
  groupId: string;
  /** The server's message that somebody else has changed the group meanwhile. */
  refusal: string | undefined;
  /** After loading again: where both have changed the same field. */
  overtaken: readonly Overtaken[] | undefined;
  values: GroupValues;
  changedBy: string | null;
  onFresh: (group: FullGroup) => void;
  onTakeTheirs: (path: string, theirs: Overtaken['theirs']) => void;
};

/** Two admins at once: says so, loads the group again under one's own changes, and shows both where they meet. */
export function GroupEditorStale(props: GroupEditorStaleProps) {
  const { groupId, refusal, overtaken, values, changedBy, onFresh, onTakeTheirs } = props;
  const { data: choices } = useQuery(query(findChoices));
  const scheme = useScheme();
  const load = useAction(findFresh, {
    failure: 'Failed to load groups',
    toastFor: adminToastMs,
    onDone: onFresh,
  });
  if (refusal !== undefined) {
    return (
      <Alert color="red" role="alert" mb="md">
        <Stack gap="sm" align="flex-start">
          {refusal}
          <Text size="sm">Your changes stay when you load the group again.</Text>
          <Button
            variant="default"
            size="xs"
            loading={load.isRunning}
            onClick={() => load.run(groupId)}
          >
            Load again
          </Button>
        </Stack>
      </Alert>
    );
  }
  if (overtaken === undefined) return null;
  /** An account is named by its email. */
  const format = (path: string, value: Overtaken['theirs']) => {
    if (value === null || value === '') return 'nothing';
    if (!path.endsWith('Id')) return typeof value === 'boolean' ? 'chosen' : value;
    return choices?.staff.find(({ _id }) => _id === value)?.email ?? 'another account';
  };
  return (
    <Alert color={overtaken.length > 0 ? 'brass' : 'green'} role="status" mb="md">
      <Text size="sm">
        The group is loaded again, with your changes over it.
        {overtaken.length > 0 && (
          <>
            {' '}
            <bdi>{changedBy ?? 'Somebody'}</bdi> has changed the same here; saving puts your value
            in place of the other.
          </>
        )}
      </Text>
      {overtaken.map(({ path, theirs, yours }) => (
        <Meeting
          key={path}
          label={labelOfPath(path, values, scheme)}
          theirs={format(path, theirs)}
          yours={format(path, yours)}
          onTakeTheirs={() => onTakeTheirs(path, theirs)}
        />
      ))}
    </Alert>
  );
}

type MeetingProps = {
  label: string;
  theirs: string | number;
  yours: string | number;
  onTakeTheirs: () => void;
};

/** A field that both have changed. */
function Meeting({ label, theirs, yours, onTakeTheirs }: MeetingProps) {
  return (
    <Stack gap={4} mt="sm" pt="sm" className={`breakable ${classes.overtaken}`}>
      <Text size="sm" fw={600}>
        {label}
      </Text>
      <Text size="sm">Now: {theirs}</Text>
      <Text size="sm">Yours: {yours}</Text>
      <Group>
        <Button
          variant="default"
          size="xs"
          aria-label={`Keep what is there now: ${label}`}
          onClick={onTakeTheirs}
        >
          Keep what is there now
        </Button>
      </Group>
    </Stack>
  );
}

/** By its id, since its name may just have changed. */
async function findFresh(groupId: string): Promise<FullGroup> {
  const { group } = await call(readGroup, { params: { groupId } });
  return group;
}
