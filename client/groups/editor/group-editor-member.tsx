import { Input, NumberInput, SimpleGrid, Text, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useId } from 'react';
import { fieldLabels } from '#client/groups/format-change.ts';
import {
  type Milestone,
  milestones,
  milestonesOf,
  type Semester,
  semesters,
  sumOf,
  totalOf,
} from '#contract/milestones.ts';
import { phoneHint, phonePlaceholder } from '#contract/phone.ts';
import classes from './group-editor.module.css';
import { GroupEditorPart } from './group-editor-part.tsx';
import type { GroupValues, MemberValues } from './group-values.ts';

type MemberProps = { form: UseFormReturnType<GroupValues>; index: number };

/** One member: their data, and all 14 milestones by semester. */
export function GroupEditorMember({ form, index }: MemberProps) {
  const at = (field: string) => form.getInputProps(`fypGroupMembers.${index}.${field}`);
  return (
    <>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
        <TextInput label={fieldLabels.name} required {...at('name')} />
        <TextInput label={fieldLabels.fathername} required {...at('fathername')} />
        <TextInput label={fieldLabels.roll} required {...at('roll')} />
        <TextInput
          label={fieldLabels.phone}
          description={phoneHint}
          type="tel"
          required
          placeholder={phonePlaceholder}
          {...at('phone')}
        />
        <TextInput label={fieldLabels.email} type="email" required {...at('email')} />
      </SimpleGrid>
      {semesters.map((semester) => (
        <SemesterMarks key={semester} form={form} index={index} semester={semester} />
      ))}
    </>
  );
}

function SemesterMarks({ form, index, semester }: MemberProps & { semester: Semester }) {
  const keys = milestonesOf(semester);
  const member = form.values.fypGroupMembers[index];
  return (
    <GroupEditorPart
      title={semester}
      note={`${member ? sumOf(numbersOf(member, keys), keys) : 0} of ${totalOf(keys)}`}
    >
      {keys.map((milestone) => (
        <MilestoneRow key={milestone} form={form} index={index} milestone={milestone} />
      ))}
    </GroupEditorPart>
  );
}

function MilestoneRow({ form, index, milestone }: MemberProps & { milestone: Milestone }) {
  const { title, total } = milestones[milestone];
  const path = `fypGroupMembers.${index}.${milestone}`;
  const id = useId();
  const { error, ...marks } = form.getInputProps(`${path}.marks`);
  return (
    <div className={classes.milestone}>
      <Text size="sm" pt="0.45rem">
        {title}{' '}
        <Text span size="sm" c="dimmed" className="tabular">
          / {total}
        </Text>
      </Text>
      <NumberInput
        role="spinbutton"
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={typeof marks.value === 'number' ? marks.value : undefined}
        aria-label={`${title} marks`}
        placeholder="0"
        min={0}
        max={total}
        clampBehavior="none"
        allowNegative={false}
        decimalScale={2}
        error={Boolean(error)}
        aria-describedby={error ? id : undefined}
        {...marks}
      />
      <Textarea
        aria-label={`${title} feedback`}
        placeholder="No feedback"
        rows={1}
        classNames={{ root: classes.feedback, input: classes.feedbackInput }}
        {...form.getInputProps(`${path}.feedback`)}
      />
      {/* Too long for the narrow field it belongs to. */}
      {error && (
        <Input.Error id={id} className={classes.marksError}>
          {error}
        </Input.Error>
      )}
    </div>
  );
}

function numbersOf(member: MemberValues, keys: readonly Milestone[]) {
  return Object.fromEntries(keys.map((key) => [key, { marks: Number(member[key].marks) || null }]));
}
