import { Checkbox, Input, SimpleGrid, Text, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useId } from 'react';
import { useGroupRules, useMarkingScheme } from '#client/api/cohorts/cohort-content.ts';
import { useIsModuleEnabled } from '#client/api/portal.ts';
import { groupFieldLabels } from '#client/groups/format-change.ts';
import { EmailInput } from '#client/ui/form/email-input.tsx';
import { MarksField } from '#client/ui/form/marks-field.tsx';
import { parseNumber } from '#client/ui/form/parse-number.ts';
import type { FullGroup } from '#contract/groups.ts';
import { type Milestone, type SchemePart, sumMilestoneTotals } from '#contract/rules/scheme.ts';
import { formatMarkedCount, formatMarksSum } from '#contract/rules/shown-sum.ts';
import { getPhoneHint, getPhonePlaceholder } from '#contract/values/phone.ts';
import classes from './group-editor.module.css';
import { GroupEditorSection } from './group-editor-part.tsx';
import { type GroupValues, getMarkValues, type MemberValues } from './group-values.ts';

type MemberProps = { form: UseFormReturnType<GroupValues>; index: number };
type StoredGroupProps = MemberProps & { stored: FullGroup };

export function GroupEditorMember({ form, index, stored }: StoredGroupProps) {
  const { parts } = useMarkingScheme();
  const rules = useGroupRules();
  const hasFatherName = useIsModuleEnabled('fatherName');
  const at = (field: string) => form.getInputProps(`fypGroupMembers.${index}.${field}`);
  return (
    <>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
        <TextInput label={groupFieldLabels.name} required {...at('name')} />
        {hasFatherName && (
          <TextInput label={groupFieldLabels.fathername} required {...at('fathername')} />
        )}
        <TextInput label={groupFieldLabels.roll} required {...at('roll')} />
        <TextInput
          label={groupFieldLabels.phone}
          description={rules && getPhoneHint(rules.phone)}
          type="tel"
          required
          placeholder={rules && getPhonePlaceholder(rules.phone)}
          {...at('phone')}
        />
        <EmailInput label={groupFieldLabels.email} required {...at('email')} />
        <AnotherStudentField form={form} index={index} stored={stored} />
        <TextInput
          label={groupFieldLabels.samePerson}
          description="Needed only if you change more than one of name, roll number and email."
          {...at('samePerson')}
        />
      </SimpleGrid>
      {parts.map((part) => (
        <PartMarks key={part.title} form={form} index={index} part={part} />
      ))}
    </>
  );
}

/** Asks whether a changed email belongs to a different student. Only for members linked to an account. */
function AnotherStudentField({ form, index, stored }: StoredGroupProps) {
  const values = form.values.fypGroupMembers[index];
  const before = stored.fypGroupMembers.find(({ _id }) => _id === values?._id);
  const isClaimed = before !== undefined && stored.claimedMemberIds.includes(before._id);
  if (!isClaimed || values?.email.trim().toLowerCase() === before.email) return null;
  return (
    <Checkbox
      label="This is a different student"
      description={`The account with ${before.email} will lose access to this group. To correct a student’s email address, edit it under Users.`}
      {...form.getInputProps(`fypGroupMembers.${index}.isAnotherStudent`, { type: 'checkbox' })}
    />
  );
}

function PartMarks({ form, index, part }: MemberProps & { part: SchemePart }) {
  const { title, milestones } = part;
  const member = form.values.fypGroupMembers[index];
  const typed = member ? parseMarks(member, milestones) : {};
  return (
    <GroupEditorSection
      title={title}
      note={`${formatMarksSum(typed, milestones)} of ${sumMilestoneTotals(milestones)}, ${formatMarkedCount(typed, milestones)}`}
    >
      {milestones.map((milestone) => (
        <MilestoneRow key={milestone.key} form={form} index={index} milestone={milestone} />
      ))}
    </GroupEditorSection>
  );
}

function MilestoneRow({ form, index, milestone }: MemberProps & { milestone: Milestone }) {
  const { key, title, total } = milestone;
  const path = `fypGroupMembers.${index}.${key}`;
  const id = useId();
  const { error, value, ...marks } = form.getInputProps(`${path}.marks`);
  return (
    <div className={classes.milestone}>
      <Text size="sm" pt="0.45rem">
        {title}
      </Text>
      <MarksField
        {...marks}
        value={value}
        aria-label={`${title} marks`}
        total={total}
        isInvalid={Boolean(error)}
        describedBy={error ? id : undefined}
      />
      <Textarea
        aria-label={`${title} feedback`}
        placeholder="No feedback"
        rows={1}
        classNames={{ root: classes.feedback, input: classes.feedbackInput }}
        {...form.getInputProps(`${path}.feedback`)}
      />
      {/* Render the error outside the marks field, which is too narrow for it. */}
      {error && (
        <Input.Error id={id} className={classes.marksError}>
          {error}
        </Input.Error>
      )}
    </div>
  );
}

function parseMarks(member: MemberValues, milestones: readonly Milestone[]) {
  return Object.fromEntries(
    milestones.map(({ key }) => {
      const marks = parseNumber(getMarkValues(member, key).marks);
      return [key, { marks: Number.isNaN(marks) ? null : marks }];
    }),
  );
}
