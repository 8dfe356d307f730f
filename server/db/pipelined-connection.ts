import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  AbortedTransactionError,
  type CompiledQuery,
  type DatabaseConnection,
  type PostgresDriver,
  type QueryResult,
} from 'kysely';
import pg from 'pg';
import { isHarmless } from './harmless-query.ts';

/** Connection that Kysely's driver created. */
export type KyselyConnection = Parameters<PostgresDriver['releaseConnection']>[0];

/** PostgreSQL rejects all statements with this code after one statement of the transaction has failed. */
const abortedTransactionCode = '25P02';

function addUntilSettled(promises: Set<Promise<unknown>>, promise: Promise<unknown>): void {
  promises.add(promise);
  const remove = () => promises.delete(promise);
  promise.then(remove, remove);
}

/**
 * A connection that one caller has taken from the pool. The caller can send statements without waiting for the replies
 * to the previous ones. Guarantees of a transaction:
 * - A write is sent after `begin` and all preconditions have succeeded. Statements that store nothing are sent at once,
 *   but their results are returned only then.
 * - `commit` is sent after the replies to all statements but the deferred ones, which PostgreSQL executes before it. It
 *   is not sent if a statement may not have reached PostgreSQL, or if the transaction can no longer be committed.
 * - A statement that is sent after `commit` or `rollback` is rejected.
 */
export class PipelinedConnection implements DatabaseConnection {
  readonly inner: KyselyConnection;
  readonly #replies = new Set<Promise<unknown>>();
  /** Deferred statements without a reply. Each is one of `#replies`. */
  readonly #deferred = new Set<Promise<unknown>>();
  #state: 'plain' | 'open' | 'ending' | 'ended' = 'plain';
  #preconditions: Promise<unknown> = Promise.resolve();
  #isWaiting = false;
  /** Error that made PostgreSQL abort the transaction. */
  #cause: unknown;
  /** Error of a statement that may not have reached PostgreSQL, which therefore did not abort the transaction. */
  #clientError: unknown;

  constructor(inner: KyselyConnection) {
    this.inner = inner;
  }

  executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#state === 'ended') return Promise.reject(new Error('The transaction has ended.'));
    if (this.#state !== 'open') return this.inner.executeQuery<R>(query);
    const reply = this.#send<R>(query, this.#preconditions);
    addUntilSettled(this.#replies, reply);
    return reply;
  }

  streamQuery<R>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<R>> {
    return this.inner.streamQuery<R>(query, chunkSize);
  }

  /** Sends `begin` and returns at once. */
  begin(send: () => Promise<void>): void {
    this.#isWaiting = false;
    this.#cause = undefined;
    this.#clientError = undefined;
    this.#requireBeforeWrites(send());
    this.#state = 'open';
  }

  /** Holds back the writes and the results of the statements that follow until `check` has succeeded. */
  requireFirst(check: Promise<unknown>): void {
    this.#requireBeforeWrites(Promise.all([this.#preconditions, check]));
  }

  /** Lets `commit` be sent before the reply to `statement`, which must be a single statement of this connection. */
  defer(statement: Promise<unknown>): void {
    addUntilSettled(this.#deferred, statement);
  }

  /** Throws the error of the first failed statement instead of committing. */
  async commit(send: () => Promise<void>): Promise<void> {
    await this.#preconditions;
    // After one turn, the deferred statements have been sent, or their errors are known.
    await nextTurn();
    while (this.#replies.size > this.#deferred.size) {
      await Promise.race(this.#replies).catch(() => {});
      await nextTurn();
    }
    if (this.#clientError) throw this.#clientError;
    await this.#end(send).catch((error: unknown) => {
      throw error instanceof AbortedTransactionError ? (this.#cause ?? error) : error;
    });
  }

  async rollback(send: () => Promise<void>): Promise<void> {
    const isIdle = this.#replies.size === 0;
    await this.#end(send, isIdle ? undefined : nextTurn);
  }

  #requireBeforeWrites(precondition: Promise<unknown>): void {
    this.#preconditions = precondition;
    // The statements and the commit, which wait for the precondition, report its error.
    precondition.catch(() => {});
  }

  /** Rejects further statements at once, because they would reach PostgreSQL after the end of the transaction. */
  async #end(send: () => Promise<void>, drain?: () => Promise<unknown>): Promise<void> {
    this.#state = 'ending';
    const end = send();
    this.#state = 'ended';
    try {
      await end;
    } finally {
      // Reject the statements of code that continues because of a reply that arrived together with this one.
      await drain?.();
      this.#state = 'plain';
    }
  }

  async #send<R>(query: CompiledQuery, preconditions: Promise<unknown>): Promise<QueryResult<R>> {
    // Statements behind a write wait as well, so that the order of the statements is preserved.
    this.#isWaiting ||= !isHarmless(query);
    if (this.#isWaiting) await preconditions;
    try {
      const [, result] = await Promise.all([preconditions, this.inner.executeQuery<R>(query)]);
      return result;
    } catch (error) {
      throw this.#findCause(error);
    }
  }

  /** Returns the error that made PostgreSQL abort the transaction, if `error` is only its consequence. */
  #findCause(error: unknown): unknown {
    if (!(error instanceof pg.DatabaseError)) this.#clientError ??= error;
    else if (error.code === abortedTransactionCode) return this.#cause ?? error;
    this.#cause = error;
    return error;
  }
}
