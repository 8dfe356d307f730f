/** Mutants that no test can detect, grouped by the reason. Each entry has the form "file function kind: code". */
export const harmlessMutants: Readonly<Record<string, readonly string[]>> = {
  'The check only satisfies the compiler.': [
    "contract/documents.ts isAttachment part: 'size' in value",
    'contract/endpoint.ts mayAccess part: role !== undefined',
    "server/documents/upload-document.ts uploadDocument refusal: throw new Error('The file was not kept.');",
    'server/groups/find-group.ts findGroup refusal: throw createGroupNotFoundProblem(); #1',
    'server/groups/find-group.ts reply refusal: throw createGroupNotFoundProblem();',
    'server/groups/staff/find-confusable-names.ts findConfusableStaffNames condition: !first',
    'server/http/bodies/multipart.ts toRefusal part: error instanceof Error',
    "server/http/problems.ts hasDisconnected part: 'code' in error",
    "server/http/problems.ts isUnavailable part: 'syscall' in error",
    'server/http/serve.ts serve part: result === reply',
    "server/marks/save-marks.ts requireMarkerOfEach refusal: throw new Problem('forbidden', 'Nobody marks this.');",
    'server/session/login.ts login part: !user',
    'server/session/login.ts findRefusal part: password_ends_at !== null',
  ],
  'SQLite accepts an empty list; the PostgreSQL tests detect it.': [
    'server/announcements/list-current-announcements.ts listCurrentAnnouncements condition: groups.length === 0',
    'server/announcements/list-announcements.ts addCounts condition: announcements.length === 0',
    'server/documents/damage/scrub.ts sort condition: candidates.length === 0',
    'server/documents/damage/scrub.ts deleteOrphanedFiles condition: batch.length < atOnce',
    'server/groups/read-groups.ts getFullGroups condition: rows.length === 0',
    'server/marks/preview-marks.ts previewMarks condition: queued.length === 0',
  ],
  'It only decides whether a line is logged.': [
    'server/documents/damage/scrub.ts deleteOrphanedFiles part: leftovers > 0',
    'server/documents/damage/scrub.ts deleteOrphanedFiles part: deleted > 0',
    'server/documents/damage/scrubber.ts startScrubber condition: ending.signal.aborted',
  ],
  'The position is only saved more often.': [
    'server/documents/damage/scrubber.ts savePosition condition: performance.now() - savedAt < saveMs',
  ],
  'The endpoint and the first check of each operation also refuse students.': [
    "server/groups/group-access.ts isSupervisor part: caller.role === 'faculty'",
    "server/groups/group-access.ts isExaminer part: caller.role === 'faculty'",
  ],
  'The join already has this condition.': [
    "server/groups/newest-files.ts selectDocumentsWithLastVersion where: .where(isIdInJsonArray(db, 'documents.group_id', groupIds))",
    "server/groups/newest-files.ts selectDocumentsWithLastVersion where: .where(isIdInJsonArray(db, 'group_id', groupIds))",
  ],
  'Extra rows are ignored.': [
    "server/groups/read-groups.ts - where: .where(isIdInJsonArray(db, 'group_id', ids))",
    "server/groups/read-marks.ts selectMarks where: .where(isIdInJsonArray(db, 'members.group_id', ids))",
    "server/marks/write-marks.ts - where: .where(isIdInJsonArray(db, 'member_id', memberIds))",
  ],
  'Sequence numbers only have to increase within a group.': [
    "server/groups/changes/record-changes.ts selectLastSequence where: .where('group_id', '=', groupId)",
  ],
  "The value equals the library's default.": [
    'server/http/bodies/multipart.ts - limit: fieldNameSize',
    'server/http/security-headers.ts createHelmet header: script-src',
  ],
  'Another limit applies first.': [
    'server/http/bodies/multipart.ts - limit: files',
    'server/http/bodies/multipart.ts - limit: parts',
    'server/mail/smtp.ts toLibraryTimeouts limit: socketTimeout',
  ],
  'Other headers of a part are not read.': ['server/http/bodies/multipart.ts - limit: headerPairs'],
  'A later check refuses the same; the early one only saves work.': [
    'server/http/bodies/multipart.ts receiveFile step: refuse(findFileError(rules, { name, size: 1 }));',
    'server/session/login.ts startCheck step: requireQueueSpace',
  ],
  'Documents already have the same headers.': [
    "server/http/client.ts setHeaders condition: !isAsset(path.replace(/\\.(br|gz)$/, ''))",
  ],
  'A request without a body is complete at the next check.': [
    'server/http/connections/limits.ts enforceBodyLimits condition: chunked === undefined && !(Number(length) > 0)',
  ],
  'The timer does not keep the process running.': [
    "server/http/connections/limits.ts enforceBodyLimits step: app.addHook('onClose', async () => clearInterval(timer));",
  ],
  'Node discards writes to a closed connection.': [
    "server/http/connections/limits.ts refuseOnSocket condition: socket.destroyed || code === 'ECONNRESET'",
    "server/http/connections/limits.ts refuseOnSocket part: code === 'ECONNRESET'",
    'server/http/connections/limits.ts refuseOnSocket part: socket.destroyed',
    'server/http/connections/limits.ts refuseOnSocket part: socket.writable',
  ],
  'The same error arrives as an event.': ['server/mail/smtp.ts sendMessage condition: failure'],
  'Nothing has changed since; this saves a query.': [
    'server/marks/drop-unedited.ts dropUneditedFields part: revision === before.revision',
    'server/marks/drop-unedited.ts dropUneditedVivaFields part: revision === undefined',
  ],
  'The hash includes the submitter, so no other group has it.': [
    "server/proposals/submit-proposal.ts findEarlier where: .where('id', '=', membership.group_id)",
  ],
  'It only locks more rows.': [
    "server/session/one-use-links.ts createOneUseLink where: .where('id', '=', userId)",
    "server/users/update-user.ts lockForChange where: .where((eb) => eb.or([eb('role', '=', 'admin'), eb('id', '=', userId)]))",
  ],
  'The login also requires an account, so the decoy hash opens nothing.': [
    'server/session/password/password.ts isPasswordCorrect part: hash !== undefined',
  ],
};
