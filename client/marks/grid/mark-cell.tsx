import { ActionIcon, Group, Input, Stack, Text } from '@mantine/core';
import { IconPencil, IconUsersPlus } from '@tabler/icons-react';
import { useId } from 'react';
import { formatRemainingLength } from '#client/marks/draft/feedback-length.ts';
import type { MarksFormState } from '#client/marks/draft/use-marks-form.ts';
import { GrowingTextarea } from '#client/ui/form/growing-textarea.tsx';
import { MarksField } from '#client/ui/form/marks-field.tsx';
import type { FullMember } from '#contract/groups.ts';
import type { Milestone } from '#contract/rules/scheme.ts';
import {
  type GridPosition,
  getNextPositionFromFeedback,
  getNextPositionFromMarks,
} from './grid-keys.ts';
import classes from './mark-cell.module.css';

type MarkCellProps = {
  member: FullMember;
  milestone: Milestone;
  cell: ReturnType<MarksFormState['cellAt']>;
  isReadOnly: boolean;
  place: GridPosition;
  rows: number;
  onCopyFeedback?: (() => void) | undefined;
  onGo: (place: GridPosition) => void;
};

export function MarkCell(props: MarkCellProps) {
  const { cell } = props;
  const id = useId();
  return (
    <Stack gap="0.4rem" miw={0} className={classes.cell}>
      <Group gap="xs" mih="2.25rem" wrap="nowrap">
        <MarksInput {...props} id={id} />
        <MarkState id={id} cell={cell} />
      </Group>
      <MarkNotes id={id} cell={cell} />
      <FeedbackInput {...props} />
      <Text fz="0.8125rem" className="typed onPaper">
        {cell.feedback || 'No feedback'}
      </Text>
    </Stack>
  );
}

function go(
  event: { preventDefault: () => void },
  to: GridPosition | undefined,
  onGo: (to: GridPosition) => void,
) {
  if (!to) return;
  event.preventDefault();
  onGo(to);
}

function MarksInput(props: MarkCellProps & { id: string }) {
  const { id, member, milestone, cell, isReadOnly, place, rows, onGo } = props;
  const { marksError, meanwhile, isUnsaved } = cell;
  const notes = [marksError && 'error', meanwhile && 'meanwhile', isUnsaved && 'unsaved'];
  const describedBy = notes.flatMap((note) => (note ? [`${id}-${note}`] : [])).join(' ');
  return (
    <MarksField
      aria-label={`${member.name}: ${milestone.title}`}
      total={milestone.total}
      isInvalid={marksError !== undefined}
      describedBy={describedBy}
      enterKeyHint="next"
      readOnly={isReadOnly}
      variant={isReadOnly ? 'filled' : undefined}
      className={classes.marks}
      data-row={place.row}
      data-column={place.column}
      value={cell.marks}
      onChange={(typed) => cell.edit('marks', typed)}
      onBlur={cell.leave}
      onKeyDown={(event) => go(event, getNextPositionFromMarks(event, place, rows), onGo)}
    />
  );
}

function FeedbackInput(props: MarkCellProps) {
  const { member, milestone, cell, isReadOnly, place, rows, onGo, onCopyFeedback } = props;
  const { title } = milestone;
  return (
    <GrowingTextarea
      aria-label={`${member.name}: feedback on ${title}`}
      minRows={1}
      maxRows={8}
      size="xs"
      placeholder="No feedback"
      readOnly={isReadOnly}
      variant={isReadOnly ? 'filled' : undefined}
      inputClassName={classes.feedbackInput}
      data-column={place.column}
      inputWrapperOrder={['input', 'description', 'error']}
      description={formatRemainingLength(cell.feedback)}
      error={cell.feedbackError}
      value={cell.feedback}
      onChange={(event) => cell.edit('feedback', event.currentTarget.value)}
      onBlur={cell.leave}
      onKeyDown={(event) => go(event, getNextPositionFromFeedback(event, place, rows), onGo)}
      rightSection={
        onCopyFeedback && (
          <CopyButton
            label={`Copy ${member.name}’s feedback on ${title} to all members`}
            onClick={onCopyFeedback}
          />
        )
      }
      rightSectionProps={{ style: { alignItems: 'start', paddingTop: '0.2rem' } }}
      wrapperProps={{ 'data-no-print': true }}
    />
  );
}

type NoteProps = { id: string; cell: MarkCellProps['cell'] };

function MarkState({ id, cell: { isUnsaved, marks } }: NoteProps) {
  return (
    <>
      {!isUnsaved && marks === '' && (
        <Text span size="xs" c="dimmed" ms="auto" className={classes.unmarked} data-no-print>
          not marked
        </Text>
      )}
      {isUnsaved && (
        <Group
          component="span"
          display="inline-flex"
          gap="0.2rem"
          ms="auto"
          wrap="nowrap"
          fz="xs"
          lh="xs"
          fw={600}
          c="var(--portal-accent-text)"
          className={classes.unsaved}
          id={`${id}-unsaved`}
        >
          <IconPencil size={14} aria-hidden />
          <span>Unsaved</span>
        </Group>
      )}
    </>
  );
}

function MarkNotes({ id, cell: { marksError, meanwhile } }: NoteProps) {
  return (
    <>
      {marksError && (
        <Input.Error id={`${id}-error`} m={0}>
          {marksError}
        </Input.Error>
      )}
      {meanwhile && (
        <Text size="xs" id={`${id}-meanwhile`} data-no-print>
          Changed elsewhere. Saved value: {meanwhile.marks ?? 'no marks'}
          {meanwhile.feedback ? `, “${meanwhile.feedback}”` : ''}
        </Text>
      )}
    </>
  );
}

function CopyButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="sm"
      aria-label={label}
      title="Copy to all members"
      onMouseDown={(event) => event.preventDefault()}
      onClick={onClick}
    >
      <IconUsersPlus size={16} aria-hidden />
    </ActionIcon>
  );
}
