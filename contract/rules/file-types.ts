import { z } from 'zod';

/** Types of files that the server recognises by their content, with their file extensions. */
export const fileTypes = {
  pdf: { label: 'PDF', extensions: ['pdf'] },
  doc: { label: 'Word 97–2003 (doc)', extensions: ['doc'] },
  docx: { label: 'Word (docx)', extensions: ['docx'] },
  pptx: { label: 'PowerPoint (pptx)', extensions: ['pptx'] },
  xlsx: { label: 'Excel (xlsx)', extensions: ['xlsx'] },
  txt: { label: 'Plain text (txt)', extensions: ['txt'] },
  jpg: { label: 'JPG', extensions: ['jpg', 'jpeg'] },
  png: { label: 'PNG', extensions: ['png'] },
  mp4: { label: 'Video (mp4)', extensions: ['mp4'] },
  zip: { label: 'ZIP', extensions: ['zip'] },
  rar: { label: 'RAR', extensions: ['rar'] },
} as const satisfies Record<string, { label: string; extensions: readonly string[] }>;

export type FileType = keyof typeof fileTypes;
export const fileTypeKeys = Object.keys(fileTypes) as FileType[];
export const FileType = z.enum(fileTypeKeys);
