// Mutants that change nothing anybody can see, each with the reason why.

import type { Mutant } from './find-mutants.ts';

/** `at` is the line of the source, `does` the beginning of what the mutant does to it. */
type Harmless = { file: string; at: string; does: string; why: string };

export const isHarmless = (mutant: Mutant, one: Harmless): boolean =>
  mutant.file === one.file && mutant.at === one.at && mutant.does.startsWith(one.does);

const typeGuard =
  'There is always one here: the check is for the compiler, and says so if that ever changes.';
const secondLock =
  'A second lock: no student comes here, for the calls and the first line of each act stop him.';
const grouped =
  'What is read too much is grouped by group, and only the groups asked for are looked at.';

export const harmless: readonly Harmless[] = [
  {
    file: 'contract/documents.ts',
    at: "typeof value === 'object' && value !== null && 'size' in value && typeof value.size === 'number';",
    does: "asks no more: 'size' in value",
    why: typeGuard,
  },
  {
    file: 'contract/endpoint.ts',
    at: "return access === 'public' || (role !== undefined && access.includes(role));",
    does: 'asks no more: role !== undefined',
    why: 'No role is in no list; this tells the compiler.',
  },
  {
    file: 'server/app.ts',
    at: "'script-src': [\"'self'\"],",
    does: 'without script-src',
    why: 'It is helmet’s default too, written down so that it stays.',
  },
  {
    file: 'server/http/client.ts',
    at: "if (!isNoDocument(path.replace(/\\.(br|gz)$/, ''))) return;",
    does: 'never asks',
    why: 'On a document Helmet sets the same two headers.',
  },
  {
    file: 'server/http/connections/limits.ts',
    at: 'if (chunked === undefined && !(Number(length) > 0)) return;',
    does: 'never asks',
    why: 'A request without a body is complete at the next look, and is forgotten.',
  },
  {
    file: 'server/http/connections/limits.ts',
    at: "app.addHook('onClose', async () => clearInterval(timer));",
    does: 'leaves out',
    why: 'The timer keeps no process alive; ending it with the app is tidier.',
  },
  ...['never asks', "asks no more: code === 'ECONNRESET'", 'asks no more: socket.destroyed'].map(
    (does) => ({
      file: 'server/http/connections/limits.ts',
      at: "if (socket.destroyed || code === 'ECONNRESET') return;",
      does,
      why: 'Node swallows what is written to a connection that is gone; asking first saves the try.',
    }),
  ),
  {
    file: 'server/http/connections/limits.ts',
    at: 'if (socket.writable && !hasBegun(socket)) {',
    does: 'asks no more: socket.writable',
    why: 'Node swallows what is written to a connection that is gone; asking first saves the try.',
  },
  {
    file: 'server/groups/find-group.ts',
    at: 'if (!group) throw noSuchGroup();',
    does: 'does not refuse',
    why: typeGuard,
  },
  {
    file: 'server/groups/find-group.ts',
    at: 'if (!member) throw noSuchGroup();',
    does: 'does not refuse',
    why: typeGuard,
  },
  {
    file: 'server/groups/group-access.ts',
    at: "return caller.role === 'faculty' && group.supervisor_id === caller.userId;",
    does: "asks no more: caller.role === 'faculty'",
    why: secondLock,
  },
  {
    file: 'server/groups/group-access.ts',
    at: "return caller.role === 'faculty' && group.external_examiner_id === caller.userId;",
    does: "asks no more: caller.role === 'faculty'",
    why: secondLock,
  },
  {
    file: 'server/groups/group-access.ts',
    at: 'if (own && email !== caller.email) {',
    does: 'asks no more: email !== caller.email',
    why: 'His own email is found among the members of his own group as well.',
  },
  {
    file: 'server/groups/read-groups.ts',
    at: 'if (rows.length === 0) return [];',
    does: 'never asks',
    why: 'SQLite takes an empty list and finds nothing; PostgreSQL refuses it, and its tests see that.',
  },
  {
    file: 'server/groups/read-groups.ts',
    at: 'const members = await db',
    does: 'without',
    why: grouped,
  },
  {
    file: 'server/groups/read-groups.ts',
    at: 'const marks = await db',
    does: 'without',
    why: grouped,
  },
  {
    file: 'server/groups/read-groups.ts',
    at: 'const documents = await newestVersions(db)',
    does: 'without',
    why: grouped,
  },
  {
    file: 'server/groups/read-groups.ts',
    at: 'if (!group) throw noSuchGroup();',
    does: 'does not refuse',
    why: typeGuard,
  },
  {
    file: 'server/http/serve.ts',
    at: 'if (result !== undefined && result !== reply) return reply.code(status).send(result);',
    does: 'asks no more: result !== reply',
    why: 'Waiting for a reply gives nothing; this tells the compiler.',
  },
  {
    file: 'server/session/one-use-links.ts',
    at: 'await db',
    does: "without .where('id', '=', userId)",
    why: 'It only writes more rows unchanged, to wait for one another.',
  },
  {
    file: 'server/session/login.ts',
    at: 'requirePlace(asker);',
    does: 'leaves out',
    why: 'The hash asks the same; asking before it only saves what is written.',
  },
  {
    file: 'server/session/login.ts',
    at: 'if (!isRight || !user) {',
    does: 'asks no more: !user',
    why: 'Without an account no password is right; this tells the compiler.',
  },
  {
    file: 'server/session/password/password.ts',
    at: 'return isSame && hash !== undefined;',
    does: 'asks no more: hash !== undefined',
    why: 'The login asks for the account too, so that not even the decoy’s password opens anything.',
  },
  {
    file: 'server/documents/open-document.ts',
    at: "if (!group || (group.deleted_at && caller.role !== 'admin')) return false;",
    does: 'asks no more: !group',
    why: 'A foreign key keeps the group of every document; the check is for the compiler.',
  },
  {
    file: 'server/documents/upload-document.ts',
    at: "if (!kept) throw new Error('The file was not kept.');",
    does: 'does not refuse',
    why: typeGuard,
  },
  {
    file: 'server/storage/disk.ts',
    at: 'if (!found || found.mtime >= moment) continue;',
    does: 'asks no more: !found',
    why: 'Only another process that takes its own file away in that very moment makes a difference.',
  },
  ...['if (found.length === 0) return;', 'if (batch.length < atOnce) continue;'].map((at) => ({
    file: 'server/documents/scrub.ts',
    at,
    does: 'never asks',
    why: 'It only saves queries; PostgreSQL refuses an empty list, and its tests see that.',
  })),
  ...['leftovers > 0', 'removed > 0'].map((asked) => ({
    file: 'server/documents/scrub.ts',
    at: "if (removed > 0 || leftovers > 0) log.info({ removed, leftovers }, 'files of no row are removed');",
    does: `asks no more: ${asked}`,
    why: 'It only decides whether a line of the log is written.',
  })),
  {
    file: 'server/documents/scrubber.ts',
    at: 'if (ending.signal.aborted) return;',
    does: 'never asks',
    why: 'It only decides whether a line of the log is written.',
  },
  {
    file: 'server/documents/scrubber.ts',
    at: 'if (performance.now() - renewedAt < renewMs) return;',
    does: 'never asks',
    why: 'The lease is only renewed more often.',
  },
  ...['const turn = await db', 'const held = await db'].map((at) => ({
    file: 'server/documents/scrubber.ts',
    at,
    does: "without .where('name', '=', job)",
    why: 'There is one job so far; the name is there for the next.',
  })),
  {
    file: 'server/documents/send-document.ts',
    at: 'if ((await knownDamageOf(db, id)) && (await errorOf(files, document)))',
    does: 'asks no more: (await knownDamageOf(db, id))',
    why: 'Each file would be read before it is sent, which is as right, and slow.',
  },
  {
    file: 'server/groups/find-confusable-names.ts',
    at: 'if (!first) return [];',
    does: 'never asks',
    why: typeGuard,
  },
  {
    file: 'server/storage/kind-of-file.ts',
    at: 'if (!isRight || !mediaType) {',
    does: 'asks no more: !mediaType',
    why: 'Every ending that a kind takes has a media type, and others are refused by name before.',
  },
  {
    file: 'server/users/update-user.ts',
    at: 'await trx',
    does: "without .where('role', '=', 'admin')",
    why: 'It only writes more rows unchanged, to wait for one another.',
  },
  {
    file: 'server/marks/write-marks.ts',
    at: 'return db',
    does: "without .where( 'member_id'",
    why: 'The cells are found among what was read by member and milestone; more is read, not more found.',
  },
  {
    file: 'server/groups/record-changes.ts',
    at: 'const last = await db',
    does: 'without',
    why: 'The numbers only have to grow within a group; gaps between them mean nothing.',
  },
  {
    file: 'server/http/bodies/multipart.ts',
    at: 'fieldNameSize: 100,',
    does: 'no fieldNameSize',
    why: 'It is the form parser’s default too, written down so that it stays.',
  },
  {
    file: 'server/http/bodies/multipart.ts',
    at: "if (error instanceof Error && 'syscall' in error) return error;",
    does: 'asks no more: error instanceof Error',
    why: 'Nothing else is thrown there; this tells the compiler.',
  },
  {
    file: 'server/http/problems.ts',
    at: "error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE';",
    does: "asks no more: 'code' in error",
    why: typeGuard,
  },
  {
    file: 'server/http/problems.ts',
    at: "('syscall' in error && error.syscall === 'connect') ||",
    does: "asks no more: 'syscall' in error",
    why: typeGuard,
  },
  {
    file: 'server/mail/smtp.ts',
    at: 'socketTimeout: emailMs + verdictMs,',
    does: 'no socketTimeout',
    why: 'The conversation’s own clock ends it sooner; this is the library’s, set on purpose.',
  },
  {
    file: 'server/mail/smtp.ts',
    at: 'if (failure) return failBy(failure);',
    does: 'never asks',
    why: 'The same error comes as an event.',
  },
  {
    file: 'server/proposals/submit-proposal.ts',
    at: 'await requireNobodyElsewhere(db, proposal);',
    does: 'leaves out',
    why: 'The same is asked once the database has refused; asking before saves keeping the files.',
  },
  {
    file: 'server/proposals/submit-proposal.ts',
    at: 'const group = await db',
    does: "without .where('id', '=', own.group_id)",
    why: 'The hash holds who has submitted: no other group has it.',
  },
  {
    file: 'server/http/bodies/multipart.ts',
    at: 'files: 10,',
    does: 'no files',
    why: 'Every file that a form takes is named, and comes once: seven at most. This ends the reading sooner.',
  },
  {
    file: 'server/http/bodies/multipart.ts',
    at: 'headerPairs: 50,',
    does: 'no headerPairs',
    why: 'What a part says beyond its name and type is read by nobody; this ends the reading sooner.',
  },
  {
    file: 'server/http/bodies/multipart.ts',
    at: 'refuse(fileError(kind, { name, size: 1 }, limit));',
    does: 'leaves out',
    why: 'The same is asked once the file is here; asking before saves storing it.',
  },
  {
    file: 'server/http/bodies/multipart.ts',
    at: 'parts: 110,',
    does: 'no parts',
    why: 'The limits of fields and of files add up to the same number.',
  },
  {
    file: 'server/storage/received-file.ts',
    at: "if (!(attachment instanceof ReceivedFile)) throw new Error('The attachment was not received.');",
    does: 'does not refuse',
    why: typeGuard,
  },
  {
    file: 'server/marks/mail-group.ts',
    at: 'eb',
    does: "without .whereRef('marks.revision', '>', 'marks.notified_revision')",
    why: 'More groups are looked at, and nothing is found that is owed to their members.',
  },
  {
    file: 'server/marks/mail-group.ts',
    at: 'eb',
    does: "without .whereRef('marks.member_id', '=', 'members.id')",
    why: 'More groups are looked at, and nothing is found that is owed to their members.',
  },
  {
    file: 'server/marks/mail-group.ts',
    at: 'eb.and([',
    does: 'without part 1 of the and',
    why: 'More groups are looked at, and nothing is found that is owed to their members.',
  },
  ...['before !== undefined', 'cell.revision !== undefined', 'cell.revision !== revision'].map(
    (asked) => ({
      file: 'server/marks/write-marks.ts',
      at: 'before !== undefined &&',
      does: `asks no more: ${asked}`,
      why: 'Nothing is newer than the newest revision, nor than none at all; asking first saves the query.',
    }),
  ),
  ...['read !== undefined', 'read !== group.viva_revision'].map((asked) => ({
    file: 'server/marks/write-viva.ts',
    at: 'read !== undefined &&',
    does: `asks no more: ${asked}`,
    why: 'Nothing in the history is newer than the newest revision, nor than none at all: the query finds nothing either.',
  })),
  {
    file: 'server/session/login.ts',
    at: 'if (password_ends_at !== null && password_ends_at <= now.toISOString()) {',
    does: 'asks no more: password_ends_at !== null',
    why: 'Where there is no end, null is not before any time either; only the types need the question.',
  },
];
