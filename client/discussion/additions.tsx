import { Button, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { IconFileText, IconPaperclip } from '@tabler/icons-react';
import { type RefObject, useState } from 'react';
import { usePortalInfo } from '#client/api/portal.ts';
import { FilePicker } from '#client/ui/form/file-picker.tsx';
import {
  type DocumentInfo,
  findFileError,
  formatUppercaseExtensions,
} from '#contract/documents.ts';
import { defaultSizeLimits, documentKinds } from '#contract/rules/document-kinds.ts';
import { formatSize } from '#contract/values/format-size.ts';
import { ChosenReference } from './reference-chip.tsx';
import type { ComposerForm } from './use-composer.ts';
import { useReferenceLabel } from './use-reference-label.ts';

type AdditionsProps = {
  form: ComposerForm;
  documents: readonly DocumentInfo[];
  /** Element that contains the text area and the additions. */
  root: RefObject<HTMLElement | null>;
};

/** The reference and the file of the message, with buttons that show their fields. */
export function Additions({ form, documents, root }: AdditionsProps) {
  const [isAttaching, setAttaching] = useState(false);
  const [isReferring, setReferring] = useState(false);
  const { about, file } = form.values;
  const isFileShown = isAttaching || file !== undefined || form.errors.file !== undefined;
  /** Focuses a field that replaces the focused one, once it is rendered. */
  const focusNext = (selector: string) =>
    requestAnimationFrame(() => root.current?.querySelector<HTMLElement>(selector)?.focus());
  const choose = (id: string) => {
    form.setFieldValue('about', { kind: 'document', id });
    setReferring(false);
    focusNext('input[inputmode="numeric"]');
  };
  const remove = () => {
    form.setValues({ about: null, page: '' });
    form.clearFieldError('about');
    focusNext('textarea');
  };
  const toggleFile = () => {
    setAttaching(!isFileShown);
    form.setFieldValue('file', undefined);
    form.clearFieldError('file');
  };
  return (
    <>
      <Reference form={form} documents={documents} onRemove={remove} />
      <Group gap="xs">
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPaperclip size={14} aria-hidden />}
          aria-expanded={isFileShown}
          onClick={toggleFile}
        >
          Attach a file
        </Button>
        {!about && documents.length > 0 && (
          <Button
            variant="default"
            size="xs"
            leftSection={<IconFileText size={14} aria-hidden />}
            aria-expanded={isReferring}
            onClick={() => setReferring(!isReferring)}
          >
            Refer to a document
          </Button>
        )}
      </Group>
      {!about && isReferring && <DocumentSelect documents={documents} onChoose={choose} />}
      {isFileShown && <AttachmentField form={form} />}
    </>
  );
}

function AttachmentField({ form }: { form: ComposerForm }) {
  const sizeLimits = usePortalInfo()?.sizeLimits ?? defaultSizeLimits;
  const rules = { ...documentKinds.attachment, maxBytes: sizeLimits.attachment };
  return (
    <FilePicker
      label="File"
      accept={rules.extensions}
      description={`${formatUppercaseExtensions(rules.extensions)}, up to ${formatSize(rules.maxBytes)}`}
      value={form.values.file}
      onChange={(file) => form.setFieldValue('file', file)}
      check={(file) => findFileError(rules, file)?.message}
      error={form.errors.file}
    />
  );
}

type ReferenceProps = Omit<AdditionsProps, 'root'> & { onRemove: () => void };

function Reference({ form, documents, onRemove }: ReferenceProps) {
  const getLabel = useReferenceLabel(documents);
  const { about } = form.values;
  if (!about) return null;
  return (
    <Stack gap="xs">
      <ChosenReference label={getLabel(about) ?? 'a removed item'} onRemove={onRemove} />
      {about.kind === 'document' && (
        <TextInput
          label="Page (optional)"
          inputMode="numeric"
          w="9rem"
          {...form.getInputProps('page')}
          error={form.errors.page ?? form.errors['about.page']}
        />
      )}
      {form.errors.about && (
        <Text size="sm" c="red" role="alert">
          {form.errors.about}
        </Text>
      )}
    </Stack>
  );
}

type DocumentSelectProps = {
  documents: readonly DocumentInfo[];
  onChoose: (documentId: string) => void;
};

function DocumentSelect({ documents, onChoose }: DocumentSelectProps) {
  const getLabel = useReferenceLabel(documents);
  return (
    <Select
      label="Document"
      placeholder="Choose a version"
      maw="24rem"
      data={documents.map(({ _id: id, name }) => ({
        value: id,
        label: `${getLabel({ kind: 'document', id })} (${name})`,
      }))}
      // Render the list in place, because a React portal would put it outside every ARIA landmark.
      comboboxProps={{ withinPortal: false }}
      onChange={(id) => id && onChoose(id)}
    />
  );
}
