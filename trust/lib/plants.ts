type Change = { file: string; from: string; to: string };

/** Faults of the portal's own sources: the plant's name, and what is changed in which file. */
export const sourcePlants: Readonly<Record<string, readonly Change[]>> = {
  /** Who saves marks gets the reply a moment before the transaction ends. */
  'reply-first': [
    {
      file: 'server/marks/save-marks.ts',
      from: '  writeAs(services, caller, async (trx) => {',
      to: '  new Promise((reply, fail) => writeAs(services, caller, async (trx) => {',
    },
    {
      file: 'server/marks/save-marks.ts',
      from: "return { message: 'Marks saved', changed, group };\n  });",
      to: "const saved = { message: 'Marks saved', changed, group }; reply(saved); await new Promise((later) => setTimeout(later, 40)); return saved; }).catch(fail));",
    },
  ],
  /** A stale save of marks replaces what was saved meanwhile. */
  revision: [
    {
      file: 'server/marks/write-marks.ts',
      from: 'cell.revision !== before.revision',
      to: 'cell.revision === -1',
    },
  ],
  /** Staff see every group, not only their own. */
  owner: [
    {
      file: 'server/groups/group-access.ts',
      from: "return caller.role === 'admin' || isSupervisor(caller, group) || isExaminer(caller, group);",
      to: "return caller.role !== 'student';",
    },
  ],
  /** An email counts as sent before the mail server has taken it. */
  'sent-early': [
    {
      file: 'server/mail/email-worker.ts',
      from: 'await transport.send({ ...email, unsubscribe',
      to: 'await record(db, email, undefined, new Date(), 0); await transport.send({ ...email, unsubscribe',
    },
  ],
  /** Each process takes every email that is due. */
  'no-lease': [
    {
      file: 'server/mail/lease.ts',
      from: 'leased_until: leaseFrom(now), attempts',
      to: 'leased_until: null, attempts',
    },
  ],
  /** A visitor's request waits for the settings as long as the database takes. */
  'long-wait': [
    {
      file: 'server/content/freshness.ts',
      from: 'await Promise.race([looking, sleep(leftMs, undefined, { ref: false })]);',
      to: 'await (sleep, looking);',
    },
  ],
  /** No fault: the version after this one, whose migration only adds. */
  'next-version': [
    {
      file: 'server/db/migrate.ts',
      from: "  '0023-announcements': announcements,\n",
      to: "  '0023-announcements': announcements,\n  '9999-more+expand': async (db) => { await db.schema.alterTable('marks').addColumn('more', 'text').execute(); await db.schema.createTable('more').addColumn('id', 'text').execute(); },\n",
    },
  ],
  /** What only a session has is asked of a pooler. */
  'session-lock': [
    {
      file: 'server/db/connect.ts',
      from: '...(!admission && serverLimits),',
      to: '...serverLimits,',
    },
  ],
  /** A signal to stop ends the portal in the middle of its replies. */
  abrupt: [{ file: 'server/main.ts', from: 'if (!stop) process.exit(0);', to: 'process.exit(0);' }],
  /** Files are taken until the disk is full. */
  'no-watermark': [
    {
      file: 'server/storage/disk-space.ts',
      from: 'if (free - bytes >= watermark) return;',
      to: 'return;',
    },
  ],
  /** The same file sent again is another version. */
  'second-upload': [
    {
      file: 'server/documents/upload-document.ts',
      from: 'if (isSame &&',
      to: 'if (!file && isSame &&',
    },
  ],
  /** Bodies reach the operations as they were sent. */
  'no-validation': [{ file: 'server/http/serve.ts', from: '...(body && { body }),', to: '' }],
  /** A stored file is served without its sandbox. */
  'no-sandbox': [
    {
      file: 'server/documents/send-document.ts',
      from: "'content-security-policy': \"sandbox; ",
      to: "'content-security-policy': \"",
    },
  ],
  /** A file in parts is stored without all but the last. */
  'lost-part': [
    {
      file: 'server/storage/s3-receive.ts',
      from: '      if (held) await upload.add(held);\n',
      to: '',
    },
  ],
  /** A time that a clock shows twice means the first occurrence. */
  'earlier-hour': [
    {
      file: 'contract/values/wall-clock.ts',
      from: 'Math.max(...',
      to: 'Math.min(...',
    },
  ],
  /** Passwords are hashed where everybody else's requests are served. */
  'sync-hash': [
    {
      file: 'server/session/password/password.ts',
      from: 'const derive = promisify(argon2);',
      to: "const derive = await import('node:crypto').then(({ argon2Sync }) => async (...asked) => argon2Sync(...asked));",
    },
  ],
  /** All requests of a connection are begun at once. */
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
  /** Someone on a device that is known shares the tries of strangers. */
  'no-device': [
    {
      file: 'server/session/login.ts',
      from: 'if (await isKnownDevice(db, device, attempt.now)) {',
      to: 'if (!attempt) {',
    },
  ],
};

/** The source with its change. Throws when there is not exactly one place for it. */
export function changed(source: string, { file, from, to }: Change): string {
  const parts = source.split(from);
  if (parts.length !== 2) throw new Error(`${file} has ${parts.length - 1} times: ${from}`);
  return parts.join(to);
}
