type SourceChange = { file: string; from: string; to: string };

/** Faults that can be injected: changes to the source code, by the name of the fault. */
export const sourceFaults: Readonly<Record<string, readonly SourceChange[]>> = {
  /** The portal replies to a save of marks before its transaction commits. */
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
  /** Staff can access every group. */
  owner: [
    {
      file: 'server/groups/group-access.ts',
      from: "return caller.role === 'admin' || isSupervisor(caller, group) || isExaminer(caller, group);",
      to: "return caller.role !== 'student';",
    },
  ],
  /** The portal marks an email as sent before the mail server accepts the email. */
  'sent-early': [
    {
      file: 'server/mail/email-worker.ts',
      from: 'await transport.send({ ...email, unsubscribe',
      to: 'await record(db, email, undefined, new Date(), 0); await transport.send({ ...email, unsubscribe',
    },
  ],
  /** Every portal process sends every due email. */
  'no-lease': [
    {
      file: 'server/mail/lease.ts',
      from: 'leased_until: leaseFrom(now), attempts',
      to: 'leased_until: null, attempts',
    },
  ],
  /** Public pages wait for the settings without a time limit, even if the database does not reply. */
  'long-wait': [
    {
      file: 'server/content/freshness.ts',
      from: 'await Promise.race([looking, sleep(leftMs, undefined, { ref: false })]);',
      to: 'await (sleep, looking);',
    },
  ],
  /** Not a fault, but the next version of the portal, whose migration only adds to the schema. */
  'next-version': [
    {
      file: 'server/db/migrate.ts',
      from: 'export const migrationNames = ',
      to: "migrations['9999-more+expand'] = async (db) => { await db.schema.alterTable('marks').addColumn('more', 'text').execute(); await db.schema.createTable('more').addColumn('id', 'text').execute(); };\nexport const migrationNames = ",
    },
  ],
  /** The portal sets session parameters even behind a connection pooler. */
  'session-lock': [
    {
      file: 'server/db/connect.ts',
      from: '...(!admission && serverLimits),',
      to: '...serverLimits,',
    },
  ],
  /** On SIGTERM, the portal exits without finishing its replies. */
  abrupt: [{ file: 'server/main.ts', from: 'if (!stop) process.exit(0);', to: 'process.exit(0);' }],
  /** The portal accepts files until the disk is full. */
  'no-watermark': [
    {
      file: 'server/storage/disk-space.ts',
      from: 'if (free - bytes >= watermark) return;',
      to: 'return;',
    },
  ],
  /** The portal stores an identical file as a new version. */
  'second-upload': [
    {
      file: 'server/documents/upload-document.ts',
      from: 'if (isSame &&',
      to: 'if (!file && isSame &&',
    },
  ],
  /** The portal does not validate request bodies. */
  'no-validation': [{ file: 'server/http/serve.ts', from: '...(body && { body }),', to: '' }],
  /** The portal loses all but the last part of a multipart upload. */
  'lost-part': [
    {
      file: 'server/storage/s3-receive.ts',
      from: '      if (held) await upload.add(held);\n',
      to: '',
    },
  ],
  /** The portal hashes passwords on the main thread. */
  'sync-hash': [
    {
      file: 'server/session/password/password.ts',
      from: 'const derive = promisify(argon2);',
      to: "const derive = await import('node:crypto').then(({ argon2Sync }) => async (...asked) => argon2Sync(...asked));",
    },
  ],
  /** The portal processes all pipelined requests of a connection at once. */
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

/** Applies a source change. Throws unless `from` occurs exactly once in the source. */
export function applySourceChange(source: string, { file, from, to }: SourceChange): string {
  const parts = source.split(from);
  if (parts.length !== 2)
    throw new Error(
      `${file} contains this text ${parts.length - 1} times instead of once: ${from}`,
    );
  return parts.join(to);
}
