import { z } from 'zod';
import { AffectedMilestone } from './rules/scheme-change.ts';

/** Every refusal the portal knows, with the HTTP status that carries it (decisions: status codes). */
export const problems = {
  invalid: 400,
  'wrong-credentials': 401,
  'signed-out': 401,
  blocked: 403,
  unconfirmed: 403,
  'link-over': 400,
  forbidden: 403,
  'not-found': 404,
  'no-group': 404,
  'email-taken': 409,
  'name-taken': 409,
  'already-in-group': 409,
  'stale-version': 409,
  'mark-changed': 409,
  'marks-affected': 409,
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

export type ProblemCode = keyof typeof problems;

/** A mark or the viva's record as it stands, changed since the caller's page loaded it. */
export const Conflict = z.object({
  memberId: z.string().nullable().describe('null for the viva, which is the whole group’s'),
  memberName: z.string().nullable(),
  milestone: z.string().describe('a milestone key, or "viva"'),
  marks: z.number().nullable(),
  feedback: z.string().nullable(),
  vivaDate: z.string().nullable().optional(),
  vivaStatus: z.string().nullable().optional(),
  revision: z.int(),
  changedBy: z.string(),
  changedAt: z.iso.datetime(),
  isOwn: z.boolean().optional().describe('whether the caller saved it themselves, on another page'),
});
export type Conflict = z.infer<typeof Conflict>;

/** The body of every refusal. `error` repeats `message`, because the spec reads either (spec 7). */
export const ProblemReply = z.object({
  code: z.string(),
  message: z.string(),
  error: z.string(),
  fields: z
    .record(z.string(), z.string())
    .optional()
    .describe('field path to what is wrong with it'),
  conflicts: z.array(Conflict).optional(),
  affected: z
    .array(AffectedMilestone)
    .optional()
    .describe('with marks-affected: what a choice is needed for'),
  requestId: z.string().optional().describe('only with a fault: what to quote to the office'),
});
export type ProblemReply = z.infer<typeof ProblemReply>;

export type ProblemDetails = {
  fields?: Record<string, string>;
  conflicts?: Conflict[];
  affected?: AffectedMilestone[];
  /** Whole seconds after which another try makes sense; becomes the Retry-After header. */
  retryAfter?: number;
};

/** The one way to refuse: operations throw it, `server/http/problems.ts` sends it, the client rebuilds it. */
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
    return problems[this.code];
  }
}

/** A schema's errors as one Problem; its message is the first field's, for clients that show only that. */
export function invalid(error: Pick<z.ZodError, 'issues'>): Problem {
  const fields: Record<string, string> = {};
  for (const issue of error.issues) {
    const path = issue.path.join('.') || 'body';
    fields[path] ??= issue.message;
  }
  const [first] = Object.entries(fields);
  const message = first ? namingMember(...first) : 'The request is not valid.';
  return new Problem('invalid', message, { fields });
}

/** What is wrong with a field, said to somebody who does not see the field: with the member whose it is. */
export function namingMember(field: string, message: string): string {
  const index = /^(?:groupMembers|fypGroupMembers)\.(\d)\./.exec(field)?.[1];
  const who = index === undefined ? '' : `Member ${Number(index) + 1}`;
  return who === '' || message.startsWith(who) ? message : `${who}: ${message}`;
}
