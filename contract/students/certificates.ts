import { z } from 'zod';
import { DocumentInfo } from '#contract/documents.ts';
import { endpoint } from '#contract/endpoint.ts';
import { SheetFormat } from '#contract/exports/sheets.ts';
import { certificateEntryStates, certificatesStates } from '#contract/rules/certificates-state.ts';
import { CohortCode } from '#contract/settings/cohorts.ts';
import { Courses } from '#contract/settings/courses.ts';
import {
  buildLineSchema,
  buildListEntrySchema,
  buildParagraphSchema,
  Id,
  ListQuery,
  singleLinePattern,
  slugPattern,
  slugSchema,
} from '#contract/values/text.ts';

export const maxCertificates = 30;

const State = z.enum(certificatesStates, 'Unknown state of certificates.');

export const Certificate = z.object({
  _id: z.string(),
  title: z.string(),
  provider: z.string(),
  countsFor: z.string().describe('id of a mandatory certificate, `optional` or `internship`'),
  courseId: z
    .string()
    .nullable()
    .describe('id of the course if it was chosen from the course list'),
  revision: z.int().describe('increases with each change by the student'),
  state: z.enum(certificateEntryStates),
  reason: z.string().nullable().describe('why it was returned'),
  checkedAt: z.iso.datetime().nullable(),
  checkedBy: z.string().nullable(),
  checkedVersion: z
    .int()
    .nullable()
    .describe('version of the merged PDF that it was checked against'),
});
export type Certificate = z.infer<typeof Certificate>;

const MemberState = z.object({
  memberId: z.string(),
  name: z.string(),
  state: State,
  sentence: z
    .string()
    .nullable()
    .describe('what is missing; null for students about other members'),
});

const Title = buildLineSchema('The title', 200);
export const CertificateInput = z.object({
  title: Title,
  provider: buildParagraphSchema('The provider', 120).regex(
    singleLinePattern,
    'The provider must be on one line.',
  ),
  countsFor: z
    .string('Choose what it counts for.')
    .regex(slugPattern, 'Choose what it counts for.'),
  courseId: slugSchema.nullable().default(null),
});

const Saved = z.object({ message: z.string(), certificate: Certificate });
const ofStudents = ['not-found', 'unconfirmed', 'cohort-closed'] as const;

export const findCertificates = endpoint({
  method: 'GET',
  path: '/api/groups/:groupId/certificates',
  summary: 'Get the state of each member’s certificates, and the caller’s own entries',
  access: ['admin', 'faculty', 'student'],
  module: 'certificates',
  params: z.object({ groupId: Id }),
  reply: z.object({
    members: z.array(MemberState),
    rule: Courses.shape.rule.describe('requirements for each member'),
    own: z
      .object({ memberId: z.string(), entries: z.array(Certificate) })
      .nullable()
      .describe('null for staff'),
  }),
  problems: ['not-found'],
});

export const addCertificate = endpoint({
  method: 'POST',
  path: '/api/groups/:groupId/certificates',
  summary: 'Add a certificate to the caller’s list',
  access: ['student'],
  module: 'certificates',
  audit: ['certificate-changed'],
  params: z.object({ groupId: Id }),
  body: CertificateInput,
  status: 201,
  reply: Saved,
  problems: ofStudents,
});

export const changeCertificate = endpoint({
  method: 'PUT',
  path: '/api/certificates/:certificateId',
  summary: 'Update a certificate of the caller that is not accepted; it becomes unchecked',
  access: ['student'],
  module: 'certificates',
  audit: ['certificate-changed'],
  params: z.object({ certificateId: Id }),
  body: CertificateInput,
  reply: Saved,
  problems: [...ofStudents, 'stale-version'],
});

export const removeCertificate = endpoint({
  method: 'DELETE',
  path: '/api/certificates/:certificateId',
  summary: 'Remove a certificate of the caller that is not accepted',
  access: ['student'],
  module: 'certificates',
  audit: ['certificate-changed'],
  params: z.object({ certificateId: Id }),
  reply: z.object({ message: z.string() }),
  problems: [...ofStudents, 'stale-version'],
});

export const certificateSorts = ['name', 'roll', 'group', 'state'] as const;

export const CertificatesFilter = z.object({
  q: ListQuery.shape.q.describe('search terms in name, roll number, group or title'),
  program: buildListEntrySchema('Program', 40).optional(),
  state: State.optional(),
  sort: z.enum(certificateSorts, 'The list cannot be sorted by this column.').default('group'),
  descending: z.literal('true').optional(),
  cohort: CohortCode.optional().describe('default: the current cohort'),
});
export type CertificatesFilter = z.output<typeof CertificatesFilter>;

export const MemberCertificatesSummary = z.object({
  memberId: z.string(),
  name: z.string(),
  roll: z.string(),
  groupId: z.string(),
  fypGroupName: z.string(),
  program: z.string(),
  supervisor: z.string(),
  state: State,
  sentence: z.string(),
  accepted: z.int(),
  returned: z.int(),
  unchecked: z.int(),
});
export type MemberCertificatesSummary = z.infer<typeof MemberCertificatesSummary>;

const access = ['admin', 'faculty'] as const;

export const listCertificates = endpoint({
  method: 'GET',
  path: '/api/certificates',
  summary:
    'List the students of a cohort with the state of their certificates; supervisors see their own groups',
  access,
  module: 'certificates',
  query: CertificatesFilter.extend(ListQuery.pick({ page: true, limit: true }).shape),
  reply: z.object({
    rows: z.array(MemberCertificatesSummary),
    total: z.int(),
    counts: z
      .record(State, z.int())
      .describe('number of matches per state, ignoring the filter by state'),
    programs: z.array(z.string()).describe('programs of the groups'),
  }),
  problems: ['not-found'],
});

export const exportCertificates = endpoint({
  method: 'GET',
  path: '/api/certificates/export',
  summary: 'Export the students with the state of their certificates as a spreadsheet',
  access,
  module: 'certificates',
  audit: ['list-exported'],
  query: CertificatesFilter.extend({ format: SheetFormat }),
  reply: z.unknown(),
  problems: ['not-found'],
});

const memberParams = z.object({ memberId: Id });

export const MemberCertificates = MemberCertificatesSummary.extend({
  entries: z.array(Certificate),
  documents: z.array(DocumentInfo).describe('versions of the merged PDF, the newest first'),
  mayCheck: z.boolean(),
  untold: z.int().describe('number of decisions not yet emailed to the student'),
  reasons: z.array(z.string()).describe('previous reasons, most frequent first'),
});
export type MemberCertificates = z.infer<typeof MemberCertificates>;

export const getMemberCertificates = endpoint({
  method: 'GET',
  path: '/api/members/:memberId/certificates',
  summary: 'Get a student’s certificates and the versions of the merged PDF',
  access,
  module: 'certificates',
  params: memberParams,
  reply: MemberCertificates,
  problems: ['not-found'],
});

export const decideCertificates = endpoint({
  method: 'POST',
  path: '/api/members/:memberId/certificates/decision',
  summary:
    'Accept or return certificates of a student, or undo a decision; the last decision emails the result',
  access,
  module: 'certificates',
  audit: ['certificates-decided', 'certificates-result-sent'],
  params: memberParams,
  body: z.object({
    entries: z
      .array(z.object({ _id: Id, revision: z.int().min(1).max(1_000_000) }))
      .min(1, 'Choose at least one certificate.')
      .max(maxCertificates),
    decision: z.enum(certificateEntryStates, 'Accept or return it, or undo the decision.'),
    reason: buildParagraphSchema('The reason', 500)
      .default('')
      .describe('reason for returning the certificates'),
    documentId: Id.nullable().default(null).describe('version of the merged PDF that was checked'),
  }),
  reply: z.object({
    message: z.string(),
    member: MemberCertificates,
    isSent: z.boolean().describe('whether the result was emailed'),
  }),
  problems: ['not-found', 'stale-version', 'cohort-closed'],
});

export const sendCertificatesResult = endpoint({
  method: 'POST',
  path: '/api/members/:memberId/certificates/result',
  summary: 'Email the decisions to the student, unless all of them were emailed already',
  access,
  module: 'certificates',
  audit: ['certificates-result-sent'],
  params: memberParams,
  reply: z.object({ message: z.string(), member: MemberCertificates }),
  problems: ['not-found', 'cohort-closed'],
});
