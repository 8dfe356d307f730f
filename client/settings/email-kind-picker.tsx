import { Select } from '@mantine/core';
import { type EmailKind, emailKindNames, emailKinds } from '#contract/settings/email-templates.ts';
import { settingForms } from './forms/forms.ts';
import type { RootField } from './kit/fields.ts';

const kinds = emailKindNames.map((value) => ({ value, label: emailKinds[value].label }));

type EmailKindPickerProps = { value: EmailKind; onPick: (kind: EmailKind) => void };

export function EmailKindPicker({ value, onPick }: EmailKindPickerProps) {
  const known = emailKinds[value].placeholders.map((name) => `{${name}}`);
  return (
    <Select
      label="Kind of email"
      description={`Placeholders filled in for each email: ${known.join(', ')}.`}
      mb="md"
      data={kinds}
      value={value}
      onChange={(to) => onPick(to as EmailKind)}
    />
  );
}

export function getEmailTemplateForm(kind: EmailKind): RootField {
  const { emails } = settingForms;
  if (emails.kind !== 'object') return emails;
  return { ...emails, fields: emails.fields.filter(({ name }) => name === kind) };
}
