import { formatExtensions, getFileExtension } from '#contract/documents.ts';
import type { FileRules } from '#contract/rules/document-kinds.ts';

/** Content of another kind than the name says. The portal refuses such files. */
export type Refusal = 'other-kind' | 'late-start';

/** A doubt about a file of the right kind. The portal stores the file, and shows the doubt to the uploader and staff. */
export type FileWarning =
  | 'cut-off'
  | 'one-of-several'
  | 'no-entries'
  | 'only-clutter'
  | 'protected'
  | 'encrypted'
  | 'other-word-format';

export type FileFault = Refusal | FileWarning;

export const isRefusal = (fault: FileFault): fault is Refusal =>
  fault === 'other-kind' || fault === 'late-start';

export function describeRefusal(
  fault: Refusal,
  { label, extensions }: Pick<FileRules, 'label' | 'extensions'>,
  name: string,
): string {
  const file = `${label}: “${name}”`;
  return fault === 'late-start'
    ? `${file} has other content before the PDF begins. Open it in a PDF reader, save it as PDF and upload that file.`
    : `${file} is named .${getFileExtension(name)} but its content is not. Save it again as ${formatExtensions(extensions)} and choose that file.`;
}

/** Sentences that are stored with the file. */
export const warnings: Record<FileWarning, string> = {
  'cut-off': 'This file seems incomplete. Open it, and upload it again if it is.',
  'one-of-several':
    'This file is one part of an archive in several parts. Upload one archive with everything.',
  'no-entries': 'This archive contains no files. Pack your files again and upload the archive.',
  'only-clutter':
    'This archive contains only folders, shortcuts or links, such as .gdoc or .lnk, and not the files themselves. Pack your files again and upload the archive.',
  protected:
    'This file needs a password, so others can’t open it. Remove the password and upload it again.',
  encrypted:
    'This PDF is encrypted. If it asks for a password, remove the password and upload it again.',
  'other-word-format':
    'This file is in another format of Word than its name says. If others can’t open it, save it again in Word and upload it.',
};
