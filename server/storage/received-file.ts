import type { DocumentKind } from '#contract/rules/kinds.ts';
import type { ReceivedUpload } from './file-store.ts';

/** An upload that was received completely and has content of its kind, but is not stored permanently yet. */
export class ReceivedFile {
  readonly kind: DocumentKind;
  readonly name: string;
  readonly mediaType: string;
  /** A doubt about the content, for the uploader and staff. */
  readonly warning: string | null;
  readonly stored: ReceivedUpload;

  constructor(
    kind: DocumentKind,
    name: string,
    { mediaType, warning }: { mediaType: string; warning: string | null },
    stored: ReceivedUpload,
  ) {
    this.kind = kind;
    this.name = name;
    this.mediaType = mediaType;
    this.warning = warning;
    this.stored = stored;
  }

  get size(): number {
    return this.stored.size;
  }
}

export function requireReceivedFile(attachment: unknown): ReceivedFile {
  if (!(attachment instanceof ReceivedFile)) throw new Error('The attachment was not received.');
  return attachment;
}
