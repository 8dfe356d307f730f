import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { type ReactNode, type RefObject, useRef, useState } from 'react';
import { DraftNote } from '#client/layout/draft-note.tsx';
import { formatDraftPlace } from '#client/layout/format-draft-place.ts';
import { OpenCohortFields } from '#client/layout/open-cohort-fields.tsx';
import { ConflictDialog } from '#client/marks/draft/conflict-dialog.tsx';
import { CorrectionReason } from '#client/marks/draft/correction-reason.tsx';
import { LeavePageDialog } from '#client/ui/dialog/leave-dialog.tsx';
import { SubmitButton } from '#client/ui/form/submit-button.tsx';
import { EmptyState } from '#client/ui/state/empty-state.tsx';
import { StickyBar } from '#client/ui/sticky-bar.tsx';
import type { FullGroup } from '#contract/groups.ts';
import type { Milestone, SchemePart } from '#contract/rules/scheme.ts';
import { EmailPreviews } from './email-previews.tsx';
import { MilestoneTable } from './milestone-table.tsx';
import { PasteDialog } from './paste-dialog.tsx';
import { type MilestoneMarksState, useMilestoneMarks } from './use-milestone-marks.ts';
import { type PastedMarks, usePastedMarks } from './use-pasted-marks.ts';

type MilestoneMarkingProps = {
  groups: readonly FullGroup[];
  milestone: Milestone;
  part: SchemePart;
  filesOf: (group: FullGroup) => ReactNode;
};

export function MilestoneMarking({ groups, milestone, part, filesOf }: MilestoneMarkingProps) {
  const marking = useMilestoneMarks(groups, milestone, part);
  const pasted = usePastedMarks(marking, milestone);
  const [isPreviewing, setIsPreviewing] = useState(false);
  const sheet = useRef<HTMLDivElement>(null);
  const { count, correction } = marking;
  if (groups.length === 0) {
    return (
      <EmptyState title="You can’t mark this milestone">
        The marking scheme assigns it to other markers.
      </EmptyState>
    );
  }
  return (
    <Stack ref={sheet}>
      <OpenCohortFields>
        <MilestoneTable milestone={milestone} marking={marking} pasted={pasted} filesOf={filesOf} />
        {correction.isNeeded && (
          <CorrectionReason value={correction.reason} onChange={correction.edit} />
        )}
        <SheetBar
          marking={marking}
          pasted={pasted}
          sheet={sheet}
          onPreview={() => setIsPreviewing(true)}
        />
      </OpenCohortFields>
      <PasteDialog pasted={pasted} milestone={milestone} />
      {marking.conflicts.length > 0 && !marking.isSaving && (
        <ConflictDialog
          // Remount the dialog after each rejected save, to reset the user's choices.
          key={marking.conflicts.map(({ revision }) => revision).join()}
          conflicts={marking.conflicts}
          changes={marking.draft}
          isSaving={false}
          isOfManyGroups
          onDecide={marking.decide}
          onClose={() => marking.closeConflicts({ areDecided: false })}
        />
      )}
      {isPreviewing && (
        <EmailPreviews bodies={marking.bodies} onClose={() => setIsPreviewing(false)} />
      )}
      <LeavePageDialog
        when={count > 0}
        guardsSearch
        title="Leave without saving?"
        confirmLabel="Leave"
        cancelLabel="Stay"
      >
        {count === 1 ? '1 change isn’t' : `${count} changes aren’t`} saved. Your changes{' '}
        {formatDraftPlace(marking.copy.notice)} until you come back to this milestone.
      </LeavePageDialog>
    </Stack>
  );
}

const formatStudents = (count: number) => (count === 1 ? '1 student' : `${count} students`);

type SheetBarProps = {
  marking: MilestoneMarksState;
  pasted: PastedMarks;
  sheet: RefObject<HTMLElement | null>;
  onPreview: () => void;
};

function SheetBar({ marking, pasted, sheet, onPreview }: SheetBarProps) {
  const { count, students, hasErrors, isSaving, interruption, save } = marking;
  const cannotSave = count === 0 || hasErrors;
  const { undoableCount } = pasted;
  return (
    <StickyBar justify="space-between">
      <DraftNote draft={marking.copy} onDiscard={marking.discard} />
      <Group gap="0 0.75rem" flex="1 1 9rem">
        <Text role="status" size="sm">
          {describeState(marking)}
        </Text>
        {hasErrors && (
          <Anchor
            component="button"
            type="button"
            size="sm"
            onClick={() => focusError(sheet.current)}
          >
            Go to the first error
          </Anchor>
        )}
        {undoableCount > 0 && (
          <Anchor component="button" type="button" size="sm" onClick={pasted.undo}>
            Undo pasting {undoableCount === 1 ? '1 mark' : `${undoableCount} marks`}
          </Anchor>
        )}
      </Group>
      <Group gap="sm">
        {interruption ? (
          <Button variant="default" onClick={interruption.cancel}>
            Cancel
          </Button>
        ) : (
          <Button variant="default" disabled={cannotSave || isSaving} onClick={onPreview}>
            Preview emails
          </Button>
        )}
        <SubmitButton
          isBusy={isSaving}
          busyText="Saving…"
          disabled={cannotSave}
          onPress={() => {
            pasted.forgetUndo();
            save();
          }}
        >
          {students > 0 ? `Save and send to ${formatStudents(students)}` : 'Save and send'}
        </SubmitButton>
      </Group>
    </StickyBar>
  );
}

function describeState({ hasErrors, count, status }: MilestoneMarksState): string {
  if (hasErrors) return 'Fix the errors before you save.';
  // A failed save leaves unsaved cells, and its message says why.
  if (count > 0) return `${count} unsaved ${count === 1 ? 'change' : 'changes'}. ${status}`.trim();
  return status || 'No unsaved changes';
}

const focusError = (sheet: HTMLElement | null) =>
  sheet?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
