import { Button, SimpleGrid, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { IconLock } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { Section } from '#client/ui/section.tsx';
import type { SizeLimits } from '#contract/documents.ts';
import { phoneHint, phonePlaceholder } from '#contract/phone.ts';
import { FileField } from './file-field.tsx';
import type { ProposalValues } from './proposal-values.ts';

type MemberFieldsProps = {
  form: UseFormReturnType<ProposalValues>;
  index: number;
  limits: Partial<SizeLimits>;
  isBusy: boolean;
  /** Added just now: the keyboard goes to its first field. */
  isNew: boolean;
  onRemove: () => void;
};

export function MemberFields(props: MemberFieldsProps) {
  const { form, index, limits, isBusy, isNew, onRemove } = props;
  const isSelf = index === 0;
  const name = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isNew) name.current?.focus();
  }, [isNew]);

  const own = (autoComplete: string) => (isSelf ? autoComplete : 'off');
  const path = (field: string) => `groupMembers.${index}.${field}`;
  const inputProps = (field: string) => form.getInputProps(path(field));
  const files = { form, limits, disabled: isBusy };

  return (
    <Section
      title={isSelf ? 'Member 1 (you)' : `Member ${index + 1}`}
      actions={
        !isSelf && (
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
      <SimpleGrid cols={{ base: 1, sm: 2 }} verticalSpacing="md">
        <TextInput
          ref={name}
          label="Full name"
          autoComplete={own('name')}
          required
          {...inputProps('name')}
        />
        <TextInput label="Father name" autoComplete="off" required {...inputProps('fathername')} />
        <TextInput label="Roll number" autoComplete="off" required {...inputProps('roll')} />
        <TextInput
          label="Phone"
          description={phoneHint}
          type="tel"
          inputMode="tel"
          placeholder={phonePlaceholder}
          autoComplete={own('tel')}
          required
          {...inputProps('phone')}
        />
      </SimpleGrid>
      <TextInput
        label="Email"
        description={
          isSelf
            ? 'The address you are logged in with'
            : 'The one this member logs in with; marks are sent there'
        }
        type="email"
        inputMode="email"
        autoComplete={own('email')}
        readOnly={isSelf}
        variant={isSelf ? 'filled' : undefined}
        rightSection={isSelf && <IconLock size={16} aria-hidden />}
        required
        {...inputProps('email')}
      />
      <SimpleGrid cols={{ base: 1, sm: 2 }} verticalSpacing="md">
        <FileField {...files} path={path('feeProof')} kind="feeProof" label="Fee proof" required />
        <FileField
          {...files}
          path={path('certificate')}
          kind="certificate"
          label="Certificates (optional)"
          hint="All merged into one"
        />
      </SimpleGrid>
    </Section>
  );
}
