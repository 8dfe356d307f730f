import { formatExtensions, getFileExtension } from '#contract/documents.ts';
import type { FileRules } from '#contract/rules/document-kinds.ts';

export type FileFault =
  | 'other-kind'
  | 'late-start'
  | 'cut-off'
  | 'damaged'
  | 'one-of-several'
  | 'no-entries'
  | 'protected';

export function describeFault(
  fault: FileFault,
  { label, extensions }: Pick<FileRules, 'label' | 'extensions'>,
  name: string,
): string {
  const file = `${label}: “${name}”`;
  const messages: Record<FileFault, string> = {
    'other-kind': `${file} is named .${getFileExtension(name)} but its content is not. Save it again as ${formatExtensions(extensions)} and choose that file.`,
    'late-start': `${file} has other content before the PDF begins. Open it in a PDF reader, save it again as pdf and upload that.`,
    'cut-off': `${file} ends too early: it was probably not copied completely. Save it again and upload it.`,
    damaged: `${file} is damaged and cannot be opened. Save it again and upload it.`,
    'one-of-several': `${file} is one part of an archive in several parts. Pack everything into a single file and upload that.`,
    'no-entries': `${file} contains no files. Pack the files again and upload the archive.`,
    protected: `${file} is protected by a password. Remove the password and upload it again.`,
  };
  return messages[fault];
}
