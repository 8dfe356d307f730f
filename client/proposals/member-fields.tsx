import { Button, SimpleGrid, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useEffect, useRef } from 'react';
import { useGroupRules, useKindLabel } from '#client/api/cohorts/cohort-content.ts';
import { useIsModuleEnabled, useModules } from '#client/api/portal.ts';
import { EmailInput } from '#client/ui/form/email-input.tsx';
import { Section } from '#client/ui/section.tsx';
import type { SizeLimits } from '#contract/rules/document-kinds.ts';
import { getPhoneHint, getPhonePlaceholder } from '#contract/values/phone.ts';
import { FileField } from './file-field.tsx';
import type { ProposalValues } from './proposal-values.ts';

type MemberFieldsProps = {
  form: UseFormReturnType<ProposalValues>;
  index: number;
  /** True if the member has the email of the current user. */
  isSelf: boolean;
  limits: Partial<SizeLimits>;
  isBusy: boolean;
  /** True if the member has just been added, so that its first field gets the focus. */
  isNew: boolean;
  onRemove: () => void;
};

export function MemberFields(props: MemberFieldsProps) {
  const { form, index, isSelf, limits, isBusy, onRemove } = props;
  const kindLabel = useKindLabel();
  const path = (field: string) => `groupMembers.${index}.${field}`;
  const modules = useModules();
  const files = { form, limits, disabled: isBusy };
  return (
    <Section
      title={`Member ${index + 1}${isSelf ? ' (you)' : ''}`}
      actions={
        index > 0 && (
          <Button
            variant="subtle"
            color="gray"
            size="compact-sm"
            ml="auto"
            onClick={onRemove}
            aria-label={`Remove member ${index + 1}`}
          >
            Remove
          </Button>
        )
      }
    >
      <PersonFields {...props} />
      <EmailField isSelf={isSelf} {...form.getInputProps(path('email'))} />
      {(modules.feeProof || modules.certificates) && (
        <SimpleGrid cols={{ base: 1, sm: 2 }} verticalSpacing="md">
          {modules.feeProof && (
            <FileField
              {...files}
              path={path('feeProof')}
              kind="feeProof"
              label={kindLabel('feeProof')}
              required
            />
          )}
          {modules.certificates && (
            <FileField
              {...files}
              path={path('certificate')}
              kind="certificate"
              label={`${kindLabel('certificate')} (optional)`}
              hint="All certificates merged into one PDF"
            />
          )}
        </SimpleGrid>
      )}
    </Section>
  );
}

/** Enables autofill only for the current user, because browsers suggest the user's own data. */
const getAutoComplete = (isSelf: boolean, kind: string) => (isSelf ? kind : 'off');

function PersonFields({ form, index, isSelf, isNew }: MemberFieldsProps) {
  const rules = useGroupRules();
  const hasFatherName = useIsModuleEnabled('fatherName');
  const name = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isNew) name.current?.focus();
  }, [isNew]);
  const inputProps = (field: string) => form.getInputProps(`groupMembers.${index}.${field}`);
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} verticalSpacing="md">
      <TextInput
        ref={name}
        label="Full name"
        autoComplete={getAutoComplete(isSelf, 'name')}
        required
        {...inputProps('name')}
      />
      {hasFatherName && (
        <TextInput label="Father name" autoComplete="off" required {...inputProps('fathername')} />
      )}
      <TextInput
        label="Roll number"
        autoComplete="off"
        required
        placeholder={rules?.roll?.example}
        {...inputProps('roll')}
      />
      <TextInput
        label="Phone"
        description={rules && getPhoneHint(rules.phone)}
        type="tel"
        inputMode="tel"
        placeholder={rules && getPhonePlaceholder(rules.phone)}
        autoComplete={getAutoComplete(isSelf, 'tel')}
        required
        {...inputProps('phone')}
      />
    </SimpleGrid>
  );
}

function EmailField({ isSelf, ...inputProps }: { isSelf: boolean }) {
  return (
    <EmailInput
      label="Email"
      description={
        isSelf
          ? 'The address you’re logged in with'
          : 'The address this member logs in with. Marks are emailed to it'
      }
      autoComplete={getAutoComplete(isSelf, 'email')}
      required
      {...inputProps}
    />
  );
}
