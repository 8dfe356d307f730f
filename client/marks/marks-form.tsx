import { Stack, Text } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { EmailStates } from '#client/marks/delivery/email-states.tsx';
import { SendAgainDialog } from '#client/marks/delivery/send-again-dialog.tsx';
import { ConflictDialog } from '#client/marks/draft/conflict-dialog.tsx';
import { type MarksFormState, useMarksForm } from '#client/marks/draft/use-marks-form.ts';
import { useCopyFeedback } from '#client/marks/grid/copy-feedback.tsx';
import { MarksGrid } from '#client/marks/grid/marks-grid.tsx';
import { VivaForm } from '#client/marks/viva/viva-form.tsx';
import { ConfirmDialog } from '#client/ui/dialog/confirm-dialog.tsx';
import { LeavePageDialog } from '#client/ui/dialog/leave-dialog.tsx';
import { Section } from '#client/ui/section.tsx';
import type { FullGroup } from '#contract/groups.ts';
import type { SchemePart } from '#contract/rules/scheme.ts';
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
  const root = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState(0);
  const [isDiscarding, setIsDiscarding] = useState(false);
  // React key that remounts the viva form on discard, because only the DOM contains a partially typed date.
  const [discards, setDiscards] = useState(0);
  const copying = useCopyFeedback(group, form);

  const save = () => {
    flushSync(form.showErrors);
    if (!focusFirstError(root.current, setShown)) form.save(form.changes);
  };
  const discard = () => {
    form.discard();
    setDiscards(discards + 1);
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
      {part.viva && <VivaForm key={discards} viva={form.viva} />}
      <SaveBar
        count={form.count}
        errorCount={form.errorCount}
        outcome={form.outcome}
        outcomeDetail={form.outcomeDetail}
        isSaving={form.isSaving}
        onSave={save}
        onDiscard={() => setIsDiscarding(true)}
      />
      <EmailStates delivery={form.delivery} />
      <LeaveMarks count={form.count} />
      <DiscardMarks
        opened={isDiscarding}
        onConfirm={discard}
        onClose={() => setIsDiscarding(false)}
      />
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
      {form.conflicts.length > 0 && (
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
  const invalid = form?.querySelector<HTMLElement>('[aria-invalid="true"], :invalid');
  if (!invalid) return false;
  const { column } = invalid.dataset;
  if (column !== undefined) flushSync(() => onShow(Number(column)));
  if (invalid instanceof HTMLInputElement) invalid.checkValidity();
  invalid.focus();
  return true;
}

function LeaveMarks({ count }: { count: number }) {
  return (
    <LeavePageDialog
      when={count > 0}
      guardsSearch
      title="Leave without saving?"
      confirmLabel="Leave"
      cancelLabel="Stay"
    >
      {count === 1 ? '1 change is' : `${count} changes are`} not saved, and nobody has been told.
      Your changes stay in this browser tab until you come back to this group.
    </LeavePageDialog>
  );
}

type DiscardMarksProps = { opened: boolean; onConfirm: () => void; onClose: () => void };

function DiscardMarks(props: DiscardMarksProps) {
  return (
    <ConfirmDialog {...props} title="Discard unsaved changes?" confirmLabel="Discard" isDangerous>
      The marks and feedback return to their saved values. Your changes are lost.
    </ConfirmDialog>
  );
}
