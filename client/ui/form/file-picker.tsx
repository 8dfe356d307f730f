import { ActionIcon, Box, Group, Input, Text, VisuallyHidden } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import { IconFileText, IconFileUpload, IconX } from '@tabler/icons-react';
import { useId, useRef, useState } from 'react';
import { formatSize } from '#contract/values/format-size.ts';
import classes from './file-picker.module.css';

type FilePickerProps = {
  label: string;
  /** Accepted file extensions without dots: ['pdf', 'docx']. */
  accept: readonly string[];
  description?: string;
  value?: File;
  onChange: (file: File | undefined) => void;
  /** Returns an error message if the file is not acceptable. */
  check?: (file: File) => string | undefined;
  error?: React.ReactNode;
  required?: boolean;
  disabled?: boolean;
  /** Set by the form while it is sent. */
  readOnly?: boolean;
  onBlur?: () => void;
};

/** Overrides the style and label that the dropzone library sets on the native file input. */
const ownInput = {
  tabIndex: 0,
  className: VisuallyHidden.classes.root,
  style: undefined,
  'aria-label': undefined,
};

/** File field with drag and drop and a file dialog. Keyboard and screen reader users operate its native input. */
export function FilePicker({
  label,
  accept,
  description,
  value,
  onChange,
  check,
  error,
  required,
  disabled: isUnavailable = false,
  readOnly = false,
  onBlur,
}: FilePickerProps) {
  const id = useId();
  const disabled = isUnavailable || readOnly;
  const { field, shown, setRefusal, take, remove } = usePicking(onChange, check, error);
  const notes = [description && 'description', shown && 'error', value && 'chosen'];
  const describedBy = notes.flatMap((note) => (note ? [`${id}-${note}`] : [])).join(' ');

  return (
    <Input.Wrapper
      ref={field}
      id={id}
      label={label}
      description={description}
      error={shown}
      required={required}
      labelProps={{ htmlFor: id }}
      descriptionProps={{ id: `${id}-description` }}
      errorProps={{ id: `${id}-error`, role: 'alert' }}
    >
      <Box pos="relative" my="0.3rem">
        <Dropzone
          className={classes.zone}
          mod={{ filled: value !== undefined, invalid: Boolean(shown) }}
          multiple={false}
          onDrop={take}
          onReject={() => setRefusal('Choose only one file.')}
          enablePointerEvents
          activateOnKeyboard={false}
          disabled={disabled}
          inputProps={{
            ...ownInput,
            id,
            onClick: clearInput,
            accept: accept.map((ending) => `.${ending}`).join(','),
            disabled,
            onBlur,
            'aria-required': required || undefined,
            'aria-invalid': shown ? true : undefined,
            'aria-describedby': describedBy || undefined,
          }}
        >
          <SelectedFile file={value} />
        </Dropzone>
        {value && !disabled && <RemoveFile name={value.name} onClick={remove} />}
      </Box>
      <VisuallyHidden aria-live="polite" id={`${id}-chosen`}>
        {value ? `Chosen: ${value.name}, ${formatSize(value.size)}` : ''}
      </VisuallyHidden>
    </Input.Wrapper>
  );
}

/** Otherwise, choosing the same file again would not fire a change event, even after the file has changed. */
function clearInput({ currentTarget }: React.MouseEvent<HTMLInputElement>) {
  currentTarget.value = '';
}

function usePicking(
  onChange: FilePickerProps['onChange'],
  check: FilePickerProps['check'],
  error: FilePickerProps['error'],
) {
  const field = useRef<HTMLDivElement>(null);
  const [refusal, setRefusal] = useState<string>();
  const input = () => field.current?.querySelector('input');
  const take = ([file]: File[]) => {
    // A disabled fieldset disables the input, but not the drop zone around it.
    if (!file || input()?.matches(':disabled')) return;
    const findFileError = check?.(file);
    setRefusal(findFileError);
    if (!findFileError) onChange(file);
  };
  const remove = () => {
    setRefusal(undefined);
    onChange(undefined);
    input()?.focus();
  };
  return { field, shown: refusal ?? error, setRefusal, take, remove };
}

function SelectedFile({ file }: { file: File | undefined }) {
  return (
    <Group component="span" gap="0.65rem" wrap="nowrap" miw={0}>
      {file ? (
        <>
          <IconFileText size={20} className={classes.icon} aria-hidden />
          <Text span truncate miw={0} title={file.name}>
            {file.name}
          </Text>
          <Text span size="sm" c="dimmed" flex="none">
            {formatSize(file.size)}
          </Text>
        </>
      ) : (
        <>
          <IconFileUpload size={20} className={classes.icon} aria-hidden />
          <Text span size="sm">
            <span className={classes.link}>Choose a file</span> or drop it here
          </Text>
        </>
      )}
    </Group>
  );
}

function RemoveFile({ name, onClick }: { name: string; onClick: () => void }) {
  return (
    <ActionIcon
      pos="absolute"
      right="0.65rem"
      // Centre the button without a transform, because the style of a pressed button sets its own transform.
      top={0}
      bottom={0}
      my="auto"
      variant="subtle"
      color="gray"
      aria-label={`Remove ${name}`}
      onClick={onClick}
    >
      <IconX size={16} aria-hidden />
    </ActionIcon>
  );
}
