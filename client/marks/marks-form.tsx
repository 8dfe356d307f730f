import { Stack, Text } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { DraftNotice } from '#client/api/drafts/draft-sync.ts';
import { useConfirmViva } from '#client/layout/confirm-viva.tsx';
import { DraftNote } from '#client/layout/draft-note.tsx';
import { formatDraftPlace } from '#client/layout/format-draft-place.ts';
import { OpenCohortFields, useClosedCohort } from '#client/layout/open-cohort-fields.tsx';
import { EmailStates } from '#client/marks/delivery/email-states.tsx';
import { SendAgainDialog } from '#client/marks/delivery/send-again-dialog.tsx';
import { ConflictDialog } from '#client/marks/draft/conflict-dialog.tsx';
import { CorrectionReason } from '#client/marks/draft/correction-reason.tsx';
import { type MarksFormState, useMarksForm } from '#client/marks/draft/use-marks-form.ts';
import { useCopyFeedback } from '#client/marks/grid/copy-feedback.tsx';
import { MarksGrid } from '#client/marks/grid/marks-grid.tsx';
import { VivaForm } from '#client/marks/viva/viva-form.tsx';
import { ConfirmDialog } from '#client/ui/dialog/confirm-dialog.tsx';
import { LeavePageDialog } from '#client/ui/dialog/leave-dialog.tsx';
import { Section } from '#client/ui/section.tsx';
import type { FullGroup } from '#contract/groups.ts';
import type { SchemePart } from '#contract/rules/scheme.ts';
import { renderVivaSections } from './mark-sections.tsx';
import { SaveBar } from './save-bar.tsx';

type MarksFormProps = { group: FullGroup; part: SchemePart };

function Hint() {
  return (
    <Text span inherit visibleFrom="sm" data-no-print>
      Arrow keys move between marks, Enter moves down, Tab moves to the feedback, Ctrl+S saves.
      Marks can have two decimals.
    </Text>
  );
}

export function MarksForm({ group, part }: MarksFormProps) {
  const form = useMarksForm(group, part);
  const isClosed = useClosedCohort(group.cohortId) !== undefined;
  const root = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState(0);
  const [isDiscarding, setIsDiscarding] = useState(false);
  const copying = useCopyFeedback(group, form);
  const confirming = useConfirmViva(form.viva.doubt);

  const save = () => {
    if (isClosed || form.isSaving) return;
    flushSync(form.showErrors);
    if (focusFirstError(root.current, setShown)) return;
    confirming.run(() => form.save(form.changes));
  };
  const discard = () => {
    form.discard();
    setIsDiscarding(false);
  };
  // The empty list of ignored elements makes the shortcut also work while an input field has the focus.
  useHotkeys([['mod+S', save]], []);

  return (
    <Stack gap="lg" ref={root}>
      <Section
        title={
          <>
            <bdi>{part.title}</bdi> marks
          </>
        }
        description={<Hint />}
      >
        <MarksGrid
          group={group}
          part={part}
          form={form}
          shown={shown}
          onShow={setShown}
          onCopyFeedback={copying.ask}
        />
      </Section>
      <OpenCohortFields cohortId={group.cohortId}>
        {part.viva && (
          <VivaForm
            viva={form.viva}
            earlierVivas={group.earlierVivas}
            notes={renderVivaSections(group._id)}
          />
        )}
        {form.correction.isNeeded && (
          <CorrectionReason value={form.correction.reason} onChange={form.correction.edit} />
        )}
      </OpenCohortFields>
      <SaveBar
        count={form.count}
        errorCount={form.errorCount}
        outcome={form.outcome}
        outcomeDetail={form.outcomeDetail}
        failure={form.failure}
        isSaving={form.isSaving}
        interruption={form.interruption}
        note={<DraftNote draft={form.draft} />}
        isClosed={isClosed}
        onSave={save}
        onDiscard={() => setIsDiscarding(true)}
      />
      <EmailStates delivery={form.delivery} />
      <LeaveMarks count={form.count} notice={form.draft.notice} />
      <DiscardMarks
        opened={isDiscarding}
        onConfirm={discard}
        onClose={() => setIsDiscarding(false)}
      />
      {confirming.element}
      {copying.element}
      <AfterSaving group={group} part={part} form={form} />
    </Stack>
  );
}

function AfterSaving({ group, part, form }: MarksFormProps & { form: MarksFormState }) {
  return (
    <>
      {form.isAskingAgain && (
        <SendAgainDialog
          group={group}
          part={part}
          lastSent={form.delivery.lastSent}
          onSent={form.watchAgain}
          onClose={form.closeAgain}
        />
      )}
      {form.conflicts.length > 0 && !form.interruption && (
        <ConflictDialog
          // Remount the dialog after each rejected save, to reset the user's choices.
          key={form.conflicts.map(({ revision }) => revision).join()}
          conflicts={form.conflicts}
          changes={form.changes}
          isSaving={form.isSaving}
          onDecide={form.decide}
          onClose={form.postpone}
        />
      )}
    </>
  );
}

/** Focuses the first invalid field. Returns false if every field is valid. */
function focusFirstError(form: Element | null, onShow: (column: number) => void): boolean {
  // A fieldset that contains an invalid field is invalid, too, but cannot be focused.
  const invalid = form?.querySelector<HTMLElement>('[aria-invalid="true"], :invalid:not(fieldset)');
  if (!invalid) return false;
  const { column } = invalid.dataset;
  if (column !== undefined) flushSync(() => onShow(Number(column)));
  if (invalid instanceof HTMLInputElement) invalid.checkValidity();
  invalid.focus();
  return true;
}

/** Parameters of the URL that say which marks are open. */
const placeParameters = ['tab', 'group', 'cohort'];

type LeaveMarksProps = { count: number; notice: DraftNotice };

function LeaveMarks({ count, notice }: LeaveMarksProps) {
  return (
    <LeavePageDialog
      when={count > 0}
      // A preview beside the marks may open and close.
      guardsSearch={placeParameters}
      title="Leave without saving?"
      confirmLabel="Leave"
      cancelLabel="Stay"
    >
      {count === 1 ? '1 change isn’t' : `${count} changes aren’t`} saved, and no one has been
      notified. Your changes {formatDraftPlace(notice)} until you come back to this group.
    </LeavePageDialog>
  );
}

type DiscardMarksProps = { opened: boolean; onConfirm: () => void; onClose: () => void };

function DiscardMarks(props: DiscardMarksProps) {
  return (
    <ConfirmDialog
      {...props}
      title="Discard unsaved changes?"
      confirmLabel="Discard"
      consequence="Discarded changes cannot be restored."
    >
      The marks and feedback will return to their saved values.
    </ConfirmDialog>
  );
}
