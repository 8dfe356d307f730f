import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const isProduct = (file: string) =>
  !/\.test\.ts$|\.matrix\.ts$|^server\/test\/|\/migrations\//.test(file);

/** Files that read members without `isCurrentMember`, with the reason. */
const exceptions: Record<string, string> = {
  'account/sign-up-limits.ts': 'reads `deleted_at`, which is set for former members',
  'board/waiting.ts': 'requests of former members still wait for a decision',
  'certificates/history-part.ts': 'the history names former members',
  'certificates/get-member.ts': 'staff may read the certificates of a former member',
  'certificates/own-entry.ts': 'reads `deleted_at`',
  'discussion/list-people.ts': 'reads `deleted_at`',
  'documents/check-document.ts': 'names the owner of a file',
  'documents/damage/damaged-files.ts': 'names the owner of a file',
  'documents/may-open.ts': 'former members open their own files',
  'documents/record-opened.ts': 'names the owner of a file',
  'downloads/list-files.ts': 'the files of former members stay with the group',
  'groups/add-group.ts': 'finds the last position',
  'groups/changes/history-part.ts': 'the history names former members',
  'groups/claims/choose-account.ts': 'reads one member by id',
  'groups/claims/claim-members.ts': 'former members may sign up later to read their marks',
  'groups/claims/copy-emails.ts': 'copies the emails of accounts to all their memberships',
  'groups/claims/find-contested-members.ts': 'reads `deleted_at`',
  'groups/claims/unlink-staff.ts': 'no membership of a staff account stays linked',
  'groups/find-group.ts': 'reads `deleted_at`',
  'groups/identity/other-person.ts': 'a former member is a known person',
  'groups/group-access.ts':
    'rights depend on `deleted_at`; nobody marks a group that they have left',
  'groups/membership/former-members.ts': 'reads former members',
  'groups/membership/memberships.ts': 'reads and writes both kinds of members',
  'groups/read-marks.ts': 'result sheets contain the marks of former members',
  'groups/search-key.ts': 'a group is found by the names of its former members, too',
  'marks/conversion/find-affected.ts': 'a changed scheme applies to all stored marks',
  'marks/conversion/mark-conversion.ts': 'a changed scheme applies to all stored marks',
  'marks/conversion/require-fitting-scheme.ts': 'a changed scheme applies to all stored marks',
  'marks/emails/list-group-emails.ts': 'names the recipients of earlier emails',
  'marks/preview-marks.ts': 'names the recipients of queued emails',
  'meetings/export-log.ts': 'the log contains the attendance of former members',
  'meetings/read-meetings.ts': 'earlier meetings name former members',
  'mail/outbox.ts': 'updates the recipients of queued emails',
  'objections/object-to-group.ts': 'reads one member by id',
  'people/list-former-memberships.ts': 'reads former members',
  'people/lock-undo.ts': 'reads the members of a change',
  'proposals/submit-proposal.ts': 'reads `deleted_at`',
  'results/check-sheet.ts': 'result sheets contain the marks of former members',
  'session/login.ts': 'reads `deleted_at`',
  'users/list-users.ts': 'reads `deleted_at`',
};

const readsMembers = /\b(?:selectFrom|\w+Join)\(\s*'members(?: as \w+)?'/;
const excludesFormerMembers = /\bisCurrentMember\b|\breachableMemberCondition\b/;

test('each query of members excludes former members, or states why not', () => {
  const files = globSync('server/**/*.ts', { cwd: root }).filter(isProduct);
  const reading = files.filter((file) => {
    const source = readFileSync(join(root, file), 'utf8');
    return readsMembers.test(source) && !excludesFormerMembers.test(source);
  });
  expect(reading.map((file) => file.replace('server/', '')).toSorted()).toEqual(
    Object.keys(exceptions).toSorted(),
  );
});
