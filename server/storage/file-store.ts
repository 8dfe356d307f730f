import type { Readable } from 'node:stream';

/** An upload that was received but not kept yet. `path` has a meaning only to its store. */
export type Received = { path: string; size: number; sha256: string };

/** A range of bytes that includes both ends. */
export type ByteRange = { start: number; end: number };

/** Headers with which a browser receives a file. */
export type FileHeaders = { contentType: string; disposition: string };

/**
 * A file storage, on the disk or on S3. Keys are generated, never names by users. Reading a missing file fails with the
 * code ENOENT. If the storage does not respond, operations fail with `FilesUnavailable`.
 */
export type FileStore = {
  /**
   * Stores an upload and returns its size and SHA-256. Returns undefined for more than `limit` bytes, and leaves the
   * rest of the stream unread. Calls `requireSpace` every few megabytes; its error aborts the upload. A failure stores
   * nothing.
   */
  receive(
    stream: Readable,
    limit: number,
    requireSpace?: () => Promise<void>,
  ): Promise<Received | undefined>;
  openReceived(received: Received, range?: ByteRange): Readable;
  /** Stores the upload durably under `key`. The caller must still discard the upload, which may have been copied. */
  keep(received: Received, key: string): Promise<void>;
  discard(received: Received): Promise<void>;
  remove(key: string): Promise<void>;
  /** Returns the size in bytes, or undefined if there is no such file. */
  sizeOf(key: string): Promise<number | undefined>;
  open(key: string, range?: ByteRange): Readable;
  /** Returns a URL of the storage itself that is valid for a minute, or undefined if it has none. */
  addressOf(key: string, headers: FileHeaders): Promise<string | undefined>;
  pieces(key: string): AsyncIterable<Buffer>;
  /** Throws if the storage is not writable. */
  check(): Promise<void>;
  /** Returns free and total bytes, or undefined if no limit is known. */
  space(): Promise<{ free: number; size: number } | undefined>;
  /** Lists kept files; `since` is when the storage got the file, by its own clock. */
  list(): AsyncIterable<{ key: string; since: Date }>;
  /** Removes incomplete uploads from before `moment` and returns their number. */
  removeLeftovers(moment: Date): Promise<number>;
};

/** The storage does not respond at the moment. The operation may be retried. */
export class FilesUnavailable extends Error {
  override name = 'FilesUnavailable';
}
