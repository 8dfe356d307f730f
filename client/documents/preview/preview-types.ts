import type { DocumentInfo } from '#contract/documents.ts';

const previews = {
  'application/pdf': 'pdf',
  'image/jpeg': 'image',
  'image/png': 'image',
  'application/zip': 'archive',
} as const;

export type PreviewType = (typeof previews)[keyof typeof previews];

/** Returns how a file is displayed in the page, or undefined if the browser cannot display it. */
export const getPreviewType = ({
  mediaType,
  removed,
}: Pick<DocumentInfo, 'mediaType' | 'removed'>): PreviewType | undefined =>
  removed ? undefined : (previews as Record<string, PreviewType>)[mediaType];
