import { ActionIcon, Input, Text, Textarea } from '@mantine/core';
import { IconPencil, IconUsersPlus } from '@tabler/icons-react';
import { useId } from 'react';
import { formatRemainingLength } from '#client/marks/draft/feedback-length.ts';
import type { MarksFormState } from '#client/marks/draft/use-marks-form.ts';
import type { FullMember } from '#contract/groups.ts';
import { type Milestone, milestones } from '#contract/milestones.ts';
import { fromFeedback, fromMarks, type Place } from './grid-keys.ts';
import classes from './mark-cell.module.css';

type MarkCellProps = {
  member: FullMember;
  milestone: Milestone;
  cell: ReturnType<MarksFormState['cellAt']>;
  place: Place;
  /** How many milestones the tab has, to go from a member's last to the next one's first. */
  rows: number;
  /** Gives the feedback to the other members too; undefined where there is nobody else, or nothing to give. */
  onCopyFeedback?: (() => void) | undefined;
  onGo: (place: Place) => void;
};

/** One milestone of one member: the marks, and the feedback below. */
export function MarkCell({
  member,
  milestone,
  cell,
  place,
  rows,
  onGo,
  onCopyFeedback,
}: MarkCellProps) {
  const id = useId();
  const { title, total } = milestones[milestone];
  const { isUnsaved, meanwhile, marksFault } = cell;
  const notes = [marksFault && 'fault', meanwhile && 'meanwhile', isUnsaved && 'unsaved'];
  const describedBy = notes.flatMap((note) => (note ? [`${id}-${note}`] : [])).join(' ');
  const go = (event: { preventDefault: () => void }, to: Place | undefined) => {
    if (!to) return;
    event.preventDefault();
    onGo(to);
  };

  return (
    <div className={classes.cell} data-unsaved={isUnsaved || undefined}>
      <div className={classes.entry}>
        <Input
          withAria={false}
          role="spinbutton"
          aria-valuemin={0}
          aria-valuemax={total}
          aria-valuenow={cell.value ?? undefined}
          aria-label={`${member.name}: ${title}, of ${total}`}
          aria-invalid={marksFault ? true : undefined}
          aria-describedby={describedBy || undefined}
          error={Boolean(marksFault)}
          inputMode="decimal"
          autoComplete="off"
          enterKeyHint="next"
          placeholder="0"
          classNames={{ wrapper: classes.marks, input: classes.marksInput }}
          data-row={place.row}
          data-column={place.column}
          value={cell.marks}
          onChange={(event) => cell.edit('marks', event.currentTarget.value)}
          onFocus={(event) => event.currentTarget.select()}
          onBlur={cell.leave}
          onKeyDown={(event) => go(event, fromMarks(event, place, rows))}
        />
        <Text span size="sm" c="dimmed" className={classes.of} aria-hidden>
          / {total}
        </Text>
        <MarkState id={id} cell={cell} />
      </div>
      <MarkNotes id={id} cell={cell} />
      <Textarea
        aria-label={`${member.name}: feedback on ${title}`}
        autosize
        minRows={1}
        maxRows={8}
        size="xs"
        placeholder="No feedback"
        className={classes.feedback}
        classNames={{ input: classes.feedbackInput }}
        data-column={place.column}
        inputWrapperOrder={['input', 'description', 'error']}
        description={formatRemainingLength(cell.feedback)}
        error={cell.feedbackFault}
        value={cell.feedback}
        onChange={(event) => cell.edit('feedback', event.currentTarget.value)}
        onBlur={cell.leave}
        onKeyDown={(event) => go(event, fromFeedback(event, place, rows))}
        rightSection={
          onCopyFeedback && (
            <CopyButton
              label={`Copy ${member.name}’s feedback on ${title} to all members`}
              onClick={onCopyFeedback}
            />
          )
        }
        rightSectionProps={{ className: classes.copy }}
      />
      <p className={classes.printed}>{cell.feedback || 'No feedback'}</p>
    </div>
  );
}

type NoteProps = { id: string; cell: MarkCellProps['cell'] };

function MarkState({ id, cell: { isUnsaved, marks } }: NoteProps) {
  return (
    <>
      {!isUnsaved && marks === '' && (
        <Text span size="xs" c="dimmed" className={classes.unmarked}>
          not marked
        </Text>
      )}
      {isUnsaved && (
        <Text span size="xs" className={classes.unsaved} id={`${id}-unsaved`}>
          <IconPencil size={14} aria-hidden />
          <span>Unsaved</span>
        </Text>
      )}
    </>
  );
}

function MarkNotes({ id, cell: { marksFault, meanwhile } }: NoteProps) {
  return (
    <>
      {marksFault && (
        <Input.Error id={`${id}-fault`} className={classes.fault}>
          {marksFault}
        </Input.Error>
      )}
      {meanwhile && (
        <Text size="xs" id={`${id}-meanwhile`} className={classes.meanwhile}>
          Changed meanwhile; saved now: {meanwhile.marks ?? 'no marks'}
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
