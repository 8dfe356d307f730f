import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import { LeaveDialog } from '#client/ui/leave-dialog.tsx';
import { Section } from '#client/ui/section.tsx';
import type { FullGroup } from '#contract/groups.ts';
import type { Semester } from '#contract/milestones.ts';
import { ConflictDialog } from './conflict-dialog.tsx';
import classes from './marks-form.module.css';
import { MarksGrid } from './marks-grid.tsx';
import { SaveBar } from './save-bar.tsx';
import { useMarksForm } from './use-marks-form.ts';
import { VivaForm } from './viva-form.tsx';

type MarksFormProps = { group: FullGroup; semester: Semester };

const hint =
  'Arrow keys move between marks, Enter goes down, Tab goes on to the feedback. A mark may have two decimals.';

/** One tab of one group: marks and feedback, on External Viva the viva's record too, and the bar that saves them. */
export function MarksForm({ group, semester }: MarksFormProps) {
  const form = useMarksForm(group, semester);
  const root = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState(0);
  const [isDiscarding, setIsDiscarding] = useState(false);
  // Half a date is known to its field alone, which therefore starts anew.
  const [discards, setDiscards] = useState(0);

  const save = () => {
    flushSync(form.tellFaults);
    const faulty = root.current?.querySelector<HTMLElement>('[aria-invalid="true"], :invalid');
    if (faulty) {
      const { column } = faulty.dataset;
      if (column !== undefined) flushSync(() => setShown(Number(column)));
      if (faulty instanceof HTMLInputElement) faulty.checkValidity();
      faulty.focus();
      return;
    }
    form.save(form.changes);
  };

  return (
    <div ref={root} className={classes.form}>
      <Section title={`${semester} marks`} description={<span data-no-print>{hint}</span>}>
        <MarksGrid group={group} semester={semester} form={form} shown={shown} onShow={setShown} />
      </Section>
      {semester === 'External Viva' && <VivaForm key={discards} viva={form.viva} />}
      <SaveBar
        count={form.count}
        faultCount={form.faultCount}
        outcome={form.outcome}
        isSaving={form.isSaving}
        onSave={save}
        onDiscard={() => setIsDiscarding(true)}
      />
      <LeaveDialog
        when={form.count > 0}
        guardsSearch
        title="Leave without saving?"
        confirmLabel="Leave"
        cancelLabel="Stay"
      >
        {form.count === 1 ? '1 change is' : `${form.count} changes are`} not saved, and nobody has
        been told. What you typed waits here, in this browser tab, until you come back to this
        group.
      </LeaveDialog>
      <ConfirmDialog
        opened={isDiscarding}
        title="Discard unsaved changes?"
        confirmLabel="Discard"
        isDangerous
        onConfirm={() => {
          form.discard();
          setDiscards(discards + 1);
          setIsDiscarding(false);
        }}
        onClose={() => setIsDiscarding(false)}
      >
        The marks and feedback go back to what is saved. What you typed here is lost.
      </ConfirmDialog>
      {form.conflicts.length > 0 && (
        <ConflictDialog
          // Each refusal is decided anew, also where it is about the same cell again.
          key={form.conflicts.map(({ revision }) => revision).join()}
          conflicts={form.conflicts}
          changes={form.changes}
          isSaving={form.isSaving}
          onDecide={form.decide}
          onClose={form.postpone}
        />
      )}
    </div>
  );
}
