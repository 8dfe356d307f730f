import type { Readable } from 'node:stream';

/** `path` is the store's own. */
export type Received = { path: string; size: number; sha256: string };

/** Both ends included. */
export type ByteRange = { start: number; end: number };

/** What a browser is told of a file. */
export type FileHeaders = { contentType: string; disposition: string };

/**
 * Keys are the portal's own identifiers, never a user's file name. Reading what is not there fails with the code
 * ENOENT; a store that does not answer, with `FilesUnavailable`.
 */
export type FileStore = {
  /**
   * With size and SHA-256; undefined for more than `limit` bytes: the caller reads the rest. Asks `requireSpace`
   * every few megabytes; what it throws ends it. A failure leaves nothing behind.
   */
  receive(
    stream: Readable,
    limit: number,
    requireSpace?: () => Promise<void>,
  ): Promise<Received | undefined>;
  openReceived(received: Received, range?: ByteRange): Readable;
  /** After this a power cut does not lose it. What arrived is discarded all the same: a store may have copied it. */
  keep(received: Received, key: string): Promise<void>;
  discard(received: Received): Promise<void>;
  remove(key: string): Promise<void>;
  /** In bytes; undefined when nothing is stored. */
  sizeOf(key: string): Promise<number | undefined>;
  open(key: string, range?: ByteRange): Readable;
  /** Of the store itself, for a minute; undefined where files only come through the portal. */
  addressOf(key: string, headers: FileHeaders): Promise<string | undefined>;
  pieces(key: string): AsyncIterable<Buffer>;
  /** Throws when files cannot be written now. */
  check(): Promise<void>;
  /** In bytes; undefined where no limit is known. */
  space(): Promise<{ free: number; size: number } | undefined>;
  /** `since` by the store's clock. */
  list(): AsyncIterable<{ key: string; since: Date }>;
  /** Half-received files from before `moment`; returns how many. */
  removeLeftovers(moment: Date): Promise<number>;
};

/** For now: what was asked may be asked again. */
export class FilesUnavailable extends Error {
  override name = 'FilesUnavailable';
}
