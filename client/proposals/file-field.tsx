import type { UseFormReturnType } from '@mantine/form';
import { useKindLabel } from '#client/api/cohorts/cohort-content.ts';
import { FilePicker } from '#client/ui/form/file-picker.tsx';
import { findFileError, formatUppercaseExtensions } from '#contract/documents.ts';
import {
  documentKinds,
  type SizeLimits,
  type StandardKind,
} from '#contract/rules/document-kinds.ts';
import { formatSize } from '#contract/values/format-size.ts';
import type { ProposalValues } from './proposal-values.ts';

type FileFieldProps = {
  form: UseFormReturnType<ProposalValues>;
  path: string;
  kind: StandardKind;
  label: string;
  hint?: string;
  limits: Partial<SizeLimits>;
  required?: boolean;
  disabled: boolean;
};

export function FileField({ form, path, kind, hint, limits, ...rest }: FileFieldProps) {
  const label = useKindLabel()(kind);
  const limit = limits[kind] ?? documentKinds[kind].maxBytes;
  const extensions = formatUppercaseExtensions(documentKinds[kind].extensions);
  const size = `${extensions}, up to ${formatSize(limit)}`;
  return (
    <div data-path={path}>
      <FilePicker
        accept={documentKinds[kind].extensions}
        description={hint ? `${size}. ${hint}` : size}
        check={(file) =>
          findFileError({ ...documentKinds[kind], label, maxBytes: limit }, file)?.message
        }
        {...rest}
        {...form.getInputProps(path)}
      />
    </div>
  );
}
