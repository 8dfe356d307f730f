import type { Readable } from 'node:stream';

/** An upload that is not stored permanently yet. Only the store that received it can interpret `path`. */
export type ReceivedUpload = { path: string; size: number; sha256: string };

export type ByteRange = { start: number; end: number };

export type FileResponseHeaders = { contentType: string; disposition: string };

/**
 * Storage for files, on disk or S3. Keys are generated and contain no text from users. Reading a missing file throws
 * ENOENT. Operations throw `FilesUnavailableError` if the storage does not respond.
 */
export type FileStore = {
  /**
   * Receives an upload. If it exceeds `limit` bytes, returns undefined and leaves the rest of the stream unread. Calls
   * `requireSpace` every few megabytes; an error aborts the upload. A failed upload leaves no file.
   */
  receive(
    stream: Readable,
    limit: number,
    requireSpace?: () => Promise<void>,
  ): Promise<ReceivedUpload | undefined>;
  openReceived(received: ReceivedUpload, range?: ByteRange): Readable;
  /** Stores the upload permanently. Call `discard` afterwards to remove the original, which S3 does not. */
  keep(received: ReceivedUpload, key: string): Promise<void>;
  discard(received: ReceivedUpload): Promise<void>;
  remove(key: string): Promise<void>;
  sizeOf(key: string): Promise<number | undefined>;
  open(key: string, range?: ByteRange): Readable;
  /** Returns a URL for browsers, valid for one minute, or undefined if they must download through the portal. */
  addressOf(key: string, headers: FileResponseHeaders): Promise<string | undefined>;
  pieces(key: string): AsyncIterable<Buffer>;
  /** Throws if the storage is not writable. */
  check(): Promise<void>;
  /** Returns the free and total bytes of the disk that receives uploads. */
  space(): Promise<{ free: number; size: number }>;
  /** Lists the stored files. `since` is the time of storage, according to the storage's own clock. */
  list(): AsyncIterable<{ key: string; since: Date }>;
  /** Removes uploads that began before `moment` and were never stored permanently. Returns their number. */
  removeLeftovers(moment: Date): Promise<number>;
};

/** Files that can only be read. */
export type OpenFiles = { open(key: string, range?: ByteRange): AsyncIterable<Buffer> };

/** Thrown if the storage does not respond. The operation may be retried. */
export class FilesUnavailableError extends Error {
  override name = 'FilesUnavailable';
}
