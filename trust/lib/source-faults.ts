type SourceChange = { file: string; from: string; to: string };

/** Faults injected as source changes, by name. */
export const sourceFaults: Readonly<Record<string, readonly SourceChange[]>> = {
  /** Replies to a save of marks before its transaction commits. */
  'reply-first': [
    {
      file: 'server/marks/save-marks.ts',
      from: '  writeAs(services, caller, async (context) => {',
      to: '  new Promise((reply, fail) => writeAs(services, caller, async (context) => {',
    },
    {
      file: 'server/marks/save-marks.ts',
      from: "return { message: 'Marks saved', changed, group };\n  });",
      to: "const saved = { message: 'Marks saved', changed, group }; reply(saved); await new Promise((later) => setTimeout(later, 40)); return saved; }).catch(fail));",
    },
  ],
  /** A stale save overwrites newer marks. */
  revision: [
    {
      file: 'server/marks/write-marks.ts',
      from: 'cell.revision !== before.revision',
      to: 'cell.revision === -1',
    },
  ],
  /** Staff see every group. */
  owner: [
    {
      file: 'server/groups/group-access.ts',
      from: "return caller.role === 'admin' || isSupervisor(caller, group) || isExaminer(caller, group);",
      to: "return caller.role !== 'student';",
    },
  ],
  /** Marks an email as sent before the mail server accepts it. */
  'sent-early': [
    {
      file: 'server/mail/email-worker.ts',
      from: 'await transport.send({ ...email, unsubscribe',
      to: 'await record(db, email, undefined, new Date(), 0); await transport.send({ ...email, unsubscribe',
    },
  ],
  /** Every process sends every due email. */
  'no-lease': [
    {
      file: 'server/mail/lease.ts',
      from: 'leased_until: leaseFrom(now), attempts',
      to: 'leased_until: null, attempts',
    },
  ],
  /** Visitors wait for the settings as long as the database takes. */
  'long-wait': [
    {
      file: 'server/content/freshness.ts',
      from: 'await Promise.race([looking, sleep(leftMs, undefined, { ref: false })]);',
      to: 'await (sleep, looking);',
    },
  ],
  /** Not a fault: simulates the next version, whose migration only adds to the schema. */
  'next-version': [
    {
      file: 'server/db/migrate.ts',
      from: 'export const migrationNames = ',
      to: "migrations['9999-more+expand'] = async (db) => { await db.schema.alterTable('marks').addColumn('more', 'text').execute(); await db.schema.createTable('more').addColumn('id', 'text').execute(); };\nexport const migrationNames = ",
    },
  ],
  /** Uses session-level locks through a transaction pooler. */
  'session-lock': [
    {
      file: 'server/db/connect.ts',
      from: '...(!admission && serverLimits),',
      to: '...serverLimits,',
    },
  ],
  /** SIGTERM ends the portal without finishing its replies. */
  abrupt: [{ file: 'server/main.ts', from: 'if (!stop) process.exit(0);', to: 'process.exit(0);' }],
  /** Accepts files until the disk is full. */
  'no-watermark': [
    {
      file: 'server/storage/disk-space.ts',
      from: 'if (free - bytes >= watermark) return;',
      to: 'return;',
    },
  ],
  /** Stores an identical file as a new version. */
  'second-upload': [
    {
      file: 'server/documents/upload-document.ts',
      from: 'if (isSame &&',
      to: 'if (!file && isSame &&',
    },
  ],
  /** Passes request bodies without validation. */
  'no-validation': [{ file: 'server/http/serve.ts', from: '...(body && { body }),', to: '' }],
  /** Loses all but the last part of a multipart file. */
  'lost-part': [
    {
      file: 'server/storage/s3-receive.ts',
      from: '      if (held) await upload.add(held);\n',
      to: '',
    },
  ],
  /** Hashes passwords on the main thread. */
  'sync-hash': [
    {
      file: 'server/session/password/password.ts',
      from: 'const derive = promisify(argon2);',
      to: "const derive = await import('node:crypto').then(({ argon2Sync }) => async (...asked) => argon2Sync(...asked));",
    },
  ],
  /** Starts all pipelined requests of a connection at once. */
  'all-at-once': [
    {
      file: 'server/http/connections/sequential-server.ts',
      from: 'if (count <= pipelined || socket.destroyed) return;',
      to: 'return;',
    },
    {
      file: 'server/http/connections/sequential-server.ts',
      from: "if (before && !before.closed) before.once('close', begin);\n    else begin();",
      to: 'begin();',
    },
  ],
};

/** Applies a change. Throws unless `from` occurs exactly once. */
export function applyChange(source: string, { file, from, to }: SourceChange): string {
  const parts = source.split(from);
  if (parts.length !== 2)
    throw new Error(
      `${file} contains this text ${parts.length - 1} times instead of once: ${from}`,
    );
  return parts.join(to);
}
