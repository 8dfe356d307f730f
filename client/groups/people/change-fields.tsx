import { MultiSelect, Select } from '@mantine/core';
import { useMarkingScheme } from '#client/api/cohorts/cohort-content.ts';
import { DateField } from '#client/ui/form/date-field.tsx';
import { GrowingTextarea } from '#client/ui/form/growing-textarea.tsx';
import type { FullGroup } from '#contract/groups.ts';
import type { PeopleChangeKind } from '#contract/people.ts';
import { listMilestones } from '#contract/rules/scheme.ts';
import { kindOptions, listMemberOptions, needsGroup, needsMember } from './change-values.ts';
import { GroupField } from './group-field.tsx';
import { NewMemberFields } from './new-member-fields.tsx';
import { SupervisorField } from './supervisor-field.tsx';
import type { ChangeFormState } from './use-change-form.ts';

type ChangeFieldsProps = { form: ChangeFormState; group: FullGroup };

/** Shows the fields that the chosen kind of change needs. */
export function ChangeFields({ form, group }: ChangeFieldsProps) {
  const { kind } = form.values.change;
  return (
    <>
      <KindField form={form} />
      {needsMember(kind) && (
        <Select
          label="Member"
          required
          data={listMemberOptions(kind, group)}
          nothingFoundMessage="No members"
          placeholder={kind === 'return' ? 'Choose a former member' : 'Choose a member'}
          {...form.getInputProps('change.memberId')}
          value={form.values.change.memberId || null}
        />
      )}
      {kind === 'join' && <NewMemberFields form={form} />}
      {needsGroup(kind) && (
        <>
          <GroupField ownName={group.fypGroupName} {...form.getInputProps('change.toGroup')} />
          <CopiedMarksField form={form} />
        </>
      )}
      {kind === 'supervisor' && <SupervisorField form={form} group={group} />}
      <DateField
        label="Date of the change"
        description="Today or earlier"
        required
        {...form.getInputProps('on')}
      />
      <GrowingTextarea
        label="Reason"
        description="Only staff can see it."
        required
        minRows={2}
        maxRows={8}
        {...form.getInputProps('reason')}
      />
    </>
  );
}

/** The marks stay in the group that a member leaves, unless the admin copies those of a milestone. */
function CopiedMarksField({ form }: Pick<ChangeFieldsProps, 'form'>) {
  const milestones = listMilestones(useMarkingScheme());
  return (
    <MultiSelect
      label="Marks to copy (optional)"
      description="Marks and feedback stay in this group. Choose the milestones to copy to the other group."
      placeholder={form.values.change.copyMarks.length === 0 ? 'None' : ''}
      data={milestones.map(({ key, title }) => ({ value: key, label: title }))}
      clearable
      clearButtonProps={{ 'aria-label': 'Clear the marks to copy' }}
      {...form.getInputProps('change.copyMarks')}
    />
  );
}

function KindField({ form }: Pick<ChangeFieldsProps, 'form'>) {
  const { onChange: _, ...input } = form.getInputProps('change.kind');
  const change = (kind: string | null) => {
    form.setFieldValue('change.kind', kind as PeopleChangeKind);
    // The list of members depends on the kind.
    form.setFieldValue('change.memberId', '');
  };
  return (
    <Select
      label="Change"
      required
      data={kindOptions}
      data-autofocus
      {...input}
      onChange={change}
    />
  );
}
