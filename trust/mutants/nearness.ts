import { basename } from 'node:path';

/** Where the tests of a file lie that are not in its own folder. */
const elsewhere: Readonly<Record<string, readonly string[]>> = {
  'server/app.ts': ['server/http/'],
  'server/http/serve.ts': [
    'server/users/register',
    'server/documents/refused',
    'server/documents/send-document',
  ],
  'server/http/bodies/multipart.ts': [
    'server/http/form.',
    'server/http/malformed',
    'server/documents/refused',
    'server/proposals/proposal-files',
    'server/files/room.',
  ],
  'server/users/update-user.ts': ['server/session/sessions'],
  'server/session/login.ts': ['server/users/one-time'],
  'server/session/one-use-links.ts': ['server/users/confirm'],
  'server/groups/record-changes.ts': ['server/marks/conflicts', 'server/marks/viva'],
  'server/documents/record-opened.ts': ['server/audit/entries'],
  'server/documents/send-document.ts': ['server/files/scrub.'],
  'server/audit/record-entry.ts': ['server/backup/restore'],
  'server/proposals/submit-proposal.ts': ['server/users/confirm'],
  'server/groups/rename-staff.ts': ['server/users/invitations', 'server/users/update'],
  'server/files': ['server/documents/', 'server/proposals/'],
  'server/groups': ['server/marks/who', 'server/documents/open', 'server/users/confirm'],
  'contract/endpoint.ts': ['server/http/access'],
  'contract/problem.ts': ['server/http/answers'],
  'contract/milestones.ts': ['server/marks/'],
  'contract/password.ts': ['server/session/', 'server/users/register'],
  'contract/groups.ts': ['server/groups/', 'server/marks/viva'],
  'contract/admin.ts': ['server/admin/'],
  'contract/text.ts': ['server/users/', 'server/proposals/refused'],
};

/** How likely a test file is to notice a change in a source file, and how soon it would. */
export function nearness(test: string, changed: string, noticed: number): number {
  const word = basename(changed, '.ts');
  const folder = changed.slice(0, changed.lastIndexOf('/'));
  const places = [
    ...(folder === 'contract' ? [`server/${word}/`] : []),
    folder === 'server' ? changed : `${folder}/`,
  ];
  // The contract's own tests are the quickest.
  const told = [
    ...(elsewhere[changed] ?? elsewhere[folder] ?? []),
    ...(folder === 'contract' ? ['contract/', 'server/http/access'] : []),
  ];
  const isSlow = /matrix|worlds/.test(test);
  return (
    noticed * 5 +
    (basename(test).startsWith(`${word}.`) ? 20 : 0) +
    (told.some((place) => test.startsWith(place)) ? 15 : 0) +
    (places.some((place) => test.startsWith(place)) ? 10 : 0) +
    (/\/(access|bystanders)\.test/.test(test) ? 3 : 0) -
    (isSlow ? 50 : 0)
  );
}
