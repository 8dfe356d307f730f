import { Accordion, ActionIcon, Button, Group, Text, Tooltip } from '@mantine/core';
import { IconHistory, IconPencil, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useHasViva } from '#client/api/cohorts/cohort-content.ts';
import { useTimeZone } from '#client/api/portal.ts';
import { GroupPrintSheet } from '#client/groups/group-sheet.tsx';
import { ChangePeopleButton } from '#client/groups/people/change-people-button.tsx';
import { VivaBadge } from '#client/groups/viva-badge.tsx';
import type { FullGroup, PublicMember } from '#contract/groups.ts';
import { formatDateTime } from '#contract/values/time.ts';
import classes from './group-row.module.css';
import { RestoreGroupButton } from './restore-group.tsx';

type GroupRowProps = {
  group: FullGroup;
  isBin: boolean;
  documents: ReactNode;
  belowMember: (member: PublicMember) => ReactNode;
  onEdit: () => void;
  onDelete: () => void;
  onHistory: () => void;
};

export function GroupRow({
  group,
  isBin,
  onEdit,
  onDelete,
  onHistory,
  ...renderProps
}: GroupRowProps) {
  const zone = useTimeZone();
  const { _id, fypGroupName, fypTitle, supervisor, fypGroupMembers, changedAt, changedBy } = group;
  const size = fypGroupMembers.length;
  const changed = (
    <>
      {formatDateTime(changedAt, zone)}
      {changedBy && (
        <>
          {' '}
          by <bdi>{changedBy}</bdi>
        </>
      )}
    </>
  );
  const hasViva = useHasViva();
  return (
    <Accordion.Item value={_id}>
      <Group gap={0} align="stretch" wrap="nowrap" className="hoverable">
        <Accordion.Control className={`insetFocus ${classes.control}`}>
          <Group component="span" gap="0.25rem 0.6rem">
            <Text span inherit fz="sm" c="dimmed" translate="no">
              {fypGroupName}
            </Text>
            {hasViva && <VivaBadge status={group.externalVivaDetails.vivaStatus} />}
          </Group>
          <Text span inherit display="block" mt="0.15rem" className="breakable">
            {fypTitle}
          </Text>
          <Text span size="sm" c="dimmed" fw={400} className="breakable">
            <bdi translate="no">{supervisor}</bdi> · {size === 1 ? '1 member' : `${size} members`}
            {isBin && <> · deleted {changed}</>}
          </Text>
        </Accordion.Control>
        <Group gap={4} wrap="nowrap" className={classes.actions}>
          {isBin ? (
            <RestoreGroupButton group={group} />
          ) : (
            <>
              <RowAction label={`Edit ${fypGroupName}`} onClick={onEdit} icon={IconPencil} />
              <RowAction
                label={`Delete ${fypGroupName}`}
                onClick={onDelete}
                icon={IconTrash}
                isRed
              />
            </>
          )}
        </Group>
      </Group>
      <Accordion.Panel>
        <GroupPrintSheet group={group} {...renderProps} />
        <Group justify="space-between" gap="sm" mt="lg">
          <Text size="sm" c="dimmed">
            {isBin ? 'Deleted' : 'Last changed'} {changed}
          </Text>
          <Group gap="sm">
            {!isBin && <ChangePeopleButton group={group} />}
            <Button
              variant="default"
              leftSection={<IconHistory size={16} aria-hidden />}
              onClick={onHistory}
            >
              History
            </Button>
          </Group>
        </Group>
      </Accordion.Panel>
    </Accordion.Item>
  );
}

type RowActionProps = {
  label: string;
  onClick: () => void;
  icon: typeof IconPencil;
  isRed?: boolean;
};

function RowAction({ label, onClick, icon: Icon, isRed = false }: RowActionProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant="subtle"
        color={isRed ? 'red' : 'gray'}
        size="lg"
        aria-label={label}
        onClick={onClick}
      >
        <Icon size={18} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}
