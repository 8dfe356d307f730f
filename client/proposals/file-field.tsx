import type { UseFormReturnType } from '@mantine/form';
import { FilePicker } from '#client/ui/form/file-picker.tsx';
import {
  type DocumentKind,
  documentKinds,
  findFileError,
  formatExtensions,
  formatSize,
  type SizeLimits,
} from '#contract/documents.ts';
import type { ProposalValues } from './proposal-values.ts';

type FileFieldProps = {
  form: UseFormReturnType<ProposalValues>;
  path: string;
  kind: DocumentKind;
  label: string;
  hint?: string;
  limits: Partial<SizeLimits>;
  required?: boolean;
  disabled: boolean;
};

export const formatUppercaseExtensions = (kind: DocumentKind) =>
  formatExtensions(kind).replace(/\w+/g, (word) => (word === 'or' ? word : word.toUpperCase()));

export function FileField({ form, path, kind, hint, limits, ...rest }: FileFieldProps) {
  const limit = limits[kind] ?? documentKinds[kind].maxBytes;
  const size = `${formatUppercaseExtensions(kind)}, at most ${formatSize(limit)}`;
  return (
    <div data-path={path}>
      <FilePicker
        accept={documentKinds[kind].extensions}
        description={hint ? `${size}. ${hint}` : size}
        check={(file) => findFileError(kind, file, limit)?.message}
        {...rest}
        {...form.getInputProps(path)}
      />
    </div>
  );
}
