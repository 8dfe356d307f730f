// Where the checks lie: what a call may do and what it may say. Not here: what an operator writes (content, archives).

import { globSync } from 'node:fs';
import { sep } from 'node:path';

const guarded = [
  'contract/*.ts',
  'server/app.ts',
  'server/config.ts',
  'server/{http,session,users,groups,documents,marks,admin,proposals,files}/*.ts',
  'server/{audit,attention,emails}/*.ts',
  'server/mail/smtp.ts',
];

/** Of these no call reads anything: the department's own texts, and the clock in words. */
const otherwise =
  /\.test\.ts$|^contract\/(content|deadlines|time)\.ts$|^server\/http\/(health|documentation)\.ts$/;

/** The files whose checks are tried, by their paths in the project. */
export function guardedFiles(root: string): string[] {
  return globSync(guarded, { cwd: root })
    .map((path) => path.split(sep).join('/'))
    .filter((path) => !otherwise.test(path))
    .toSorted();
}

/** Functions that refuse nothing and hide nothing: they find words, addresses and orders. */
export const unguarded: Readonly<Record<string, readonly string[]>> = {
  'contract/documents.ts': ['formatSize', 'endingsOf'],
  'contract/eligibility.ts': ['afterAnswer'],
  'contract/endpoint.ts': ['addressOf', 'formFieldsOf'],
  'contract/problem.ts': ['namingMember'],
  'server/http/problems.ts': ['answer'],
};

/** Shapes that occur in replies only. */
export const repliesOnly: ReadonlySet<string> = new Set([
  'Conflict',
  'ProblemReply',
  'DocumentInfo',
  'DocumentKind',
  'MarkEntry',
  'GroupBase',
  'OwnGroup',
  'FullGroup',
  'User',
  'Change',
  'AuditSubject',
  'AuditEntry',
  'FileFault',
  'UnboundName',
  'UndeliveredEmail',
]);
