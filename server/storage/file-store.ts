import type { Readable } from 'node:stream';

/** A received upload that is not stored permanently yet. Only its store can interpret `path`. */
export type ReceivedUpload = { path: string; size: number; sha256: string };

export type ByteRange = { start: number; end: number };

export type FileHeaders = { contentType: string; disposition: string };

/**
 * Storage for files, on disk or S3. Keys are generated, never user-defined names. Reading a missing
 * file throws ENOENT. If the storage does not respond, operations throw `FilesUnavailable`.
 */
export type FileStore = {
  /**
   * Stores an upload and returns its size and SHA-256. Beyond `limit` bytes, returns undefined and
   * leaves the rest of the stream unread. Calls `requireSpace` every few megabytes; its error
   * aborts the upload. A failed upload stores nothing.
   */
  receive(
    stream: Readable,
    limit: number,
    requireSpace?: () => Promise<void>,
  ): Promise<ReceivedUpload | undefined>;
  openReceived(received: ReceivedUpload, range?: ByteRange): Readable;
  /** Stores the upload durably under `key`. The caller must still call `discard`: the upload may have been copied. */
  keep(received: ReceivedUpload, key: string): Promise<void>;
  discard(received: ReceivedUpload): Promise<void>;
  remove(key: string): Promise<void>;
  sizeOf(key: string): Promise<number | undefined>;
  open(key: string, range?: ByteRange): Readable;
  /** Returns a download URL that is valid for a minute, or undefined if browsers cannot download from the storage. */
  addressOf(key: string, headers: FileHeaders): Promise<string | undefined>;
  pieces(key: string): AsyncIterable<Buffer>;
  /** Throws if the storage is not writable. */
  check(): Promise<void>;
  /** Returns free and total bytes, or undefined if no limit is known. */
  space(): Promise<{ free: number; size: number } | undefined>;
  /** Lists stored files. `since` is the time when the storage received the file, by the storage's clock. */
  list(): AsyncIterable<{ key: string; since: Date }>;
  /** Removes incomplete uploads from before `moment` and returns how many were removed. */
  removeLeftovers(moment: Date): Promise<number>;
};

/** Thrown if the storage does not respond. The operation may be retried. */
export class FilesUnavailable extends Error {
  override name = 'FilesUnavailable';
}
