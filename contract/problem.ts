import { z } from 'zod';
import './describe-issue.ts';
import { EntryInUse } from './rules/entries-in-use.ts';
import { AffectedMilestone } from './rules/scheme-change.ts';

/** HTTP status of each error code (decision 2). */
export const problemStatuses = {
  invalid: 400,
  'wrong-credentials': 401,
  'signed-out': 401,
  blocked: 403,
  unconfirmed: 403,
  'link-over': 400,
  forbidden: 403,
  'not-found': 404,
  'no-group': 404,
  'module-off': 404,
  'email-taken': 409,
  'name-taken': 409,
  'already-in-group': 409,
  'stale-version': 409,
  'mark-changed': 409,
  'marks-affected': 409,
  'entries-in-use': 409,
  'cohort-closed': 409,
  'deadline-passed': 409,
  'last-admin': 409,
  'too-slow': 408,
  'too-large': 413,
  'wrong-kind-of-file': 415,
  'too-often': 429,
  unavailable: 503,
  fault: 500,
  'storage-full': 507,
} as const;

export type ProblemCode = keyof typeof problemStatuses;

/** A mark or viva record that has changed since the caller loaded it, with the value that is now stored. */
export const EditConflict = z.object({
  memberId: z.string().nullable().describe('null for the viva, which belongs to the whole group'),
  memberName: z.string().nullable(),
  milestone: z.string().describe('a milestone key, or "viva"'),
  marks: z.number().nullable(),
  feedback: z.string().nullable(),
  vivaDate: z.string().nullable().optional(),
  vivaStatus: z.string().nullable().optional(),
  revision: z.int(),
  changedBy: z.string(),
  changedAt: z.iso.datetime(),
  isOwn: z.boolean().optional().describe('true if the caller saved it on another page'),
});
export type EditConflict = z.infer<typeof EditConflict>;

/** Body of every error reply. `error` repeats `message`, because clients may read either field (spec 7). */
export const ProblemReply = z.object({
  code: z.string(),
  message: z.string(),
  error: z.string(),
  fields: z.record(z.string(), z.string()).optional().describe('error messages by field path'),
  conflicts: z.array(EditConflict).optional(),
  affected: z
    .array(AffectedMilestone)
    .optional()
    .describe('with marks-affected: milestones that need a choice'),
  inUse: z
    .array(EntryInUse)
    .optional()
    .describe('with entries-in-use: removed entries that need a decision'),
  requestId: z.string().optional().describe('only for internal errors: id to quote to the office'),
});
export type ProblemReply = z.infer<typeof ProblemReply>;

export type ProblemDetails = {
  fields?: Record<string, string>;
  conflicts?: EditConflict[];
  affected?: AffectedMilestone[];
  inUse?: EntryInUse[];
  retryAfter?: number;
};

/** An error with a message for the user. `server/http/problems.ts` sends it to the client, which recreates it. */
export class Problem extends Error {
  readonly code: ProblemCode;
  readonly details: ProblemDetails;

  constructor(code: ProblemCode, message: string, details: ProblemDetails = {}) {
    super(message);
    this.name = 'Problem';
    this.code = code;
    this.details = details;
  }

  get status(): number {
    return problemStatuses[this.code];
  }
}

/** Converts schema errors to one Problem. Its message is the first error, for clients that show only one. */
export function toValidationProblem(error: {
  issues: readonly Pick<z.core.$ZodIssue, 'path' | 'message'>[];
}): Problem {
  const fields: Record<string, string> = {};
  for (const issue of error.issues) {
    const path = issue.path.join('.') || 'body';
    // Messages of settings complete the sentence "Enter …", also in `format-issue.ts`.
    fields[path] ??= /^\p{Ll}/u.test(issue.message) ? `Enter ${issue.message}.` : issue.message;
  }
  const [first] = Object.entries(fields);
  const message = first ? prefixWithMemberNumber(...first) : 'The request is not valid.';
  return new Problem('invalid', message, { fields });
}

/** Prepends the member's number, such as "Member 1", to the message if the field belongs to a member. */
export function prefixWithMemberNumber(field: string, message: string): string {
  const index = /^(?:groupMembers|fypGroupMembers)\.(\d)\./.exec(field)?.[1];
  const member = index === undefined ? '' : `Member ${Number(index) + 1}`;
  return member === '' || message.startsWith(member) ? message : `${member}: ${message}`;
}
