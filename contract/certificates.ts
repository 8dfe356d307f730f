import { z } from 'zod';
import { CohortCode } from './cohorts.ts';
import { Courses } from './courses.ts';
import { DocumentInfo } from './documents.ts';
import { endpoint } from './endpoint.ts';
import { certificatesStates, entryStates } from './rules/certificates-state.ts';
import { SheetFormat } from './sheets.ts';
import {
  Id,
  ListQuery,
  line,
  listed,
  oneLine,
  paragraph,
  slug,
  slugPattern,
} from './values/text.ts';

/** Maximum number of certificates of a member. */
export const mostCertificates = 30;

const State = z.enum(certificatesStates, 'There is no such state of certificates.');

/** A certificate that a member has listed. */
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
  state: z.enum(entryStates),
  reason: z.string().nullable().describe('why it was returned'),
  checkedAt: z.iso.datetime().nullable(),
  checkedBy: z.string().nullable(),
  checkedVersion: z
    .int()
    .nullable()
    .describe('version of the merged PDF that it was checked against'),
});
export type Certificate = z.infer<typeof Certificate>;

/** State of a member's certificates; see `certificatesState`. */
const MemberState = z.object({
  memberId: z.string(),
  name: z.string(),
  state: State,
  sentence: z.string(),
});

const Title = line('The title', 200);
export const CertificateInput = z.object({
  title: Title,
  provider: paragraph('The provider', 120).regex(oneLine, 'The provider is one line.'),
  countsFor: z
    .string('Choose what it counts for.')
    .regex(slugPattern, 'Choose what it counts for.'),
  courseId: slug.nullable().default(null),
});

const Saved = z.object({ message: z.string(), certificate: Certificate });
const ofStudents = ['not-found', 'unconfirmed', 'cohort-closed'] as const;

export const findCertificates = endpoint({
  method: 'GET',
  path: '/api/groups/:groupId/certificates',
  summary: 'Where the members of a group stand with their certificates, and one’s own entries',
  access: ['admin', 'faculty', 'student'],
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
  summary: 'List a certificate of one’s own',
  access: ['student'],
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
  summary: 'Change a certificate of one’s own that is not accepted; it is then unchecked',
  access: ['student'],
  audit: ['certificate-changed'],
  params: z.object({ certificateId: Id }),
  body: CertificateInput,
  reply: Saved,
  problems: [...ofStudents, 'stale-version'],
});

export const removeCertificate = endpoint({
  method: 'DELETE',
  path: '/api/certificates/:certificateId',
  summary: 'Remove a certificate of one’s own that is not accepted',
  access: ['student'],
  audit: ['certificate-changed'],
  params: z.object({ certificateId: Id }),
  reply: z.object({ message: z.string() }),
  problems: [...ofStudents, 'stale-version'],
});

/** Sort keys of the list of students. */
export const certificateSorts = ['name', 'roll', 'group', 'state'] as const;

export const CertificatesFilter = z.object({
  q: ListQuery.shape.q.describe('words of the name, the roll, the group or its title'),
  program: listed('Program', 40).optional(),
  state: State.optional(),
  sort: z.enum(certificateSorts, 'The list cannot be sorted by that.').default('group'),
  descending: z.literal('true').optional(),
  cohort: CohortCode.optional().describe('default: the current cohort'),
});
export type CertificatesFilter = z.output<typeof CertificatesFilter>;

export const CertificatesRow = z.object({
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
export type CertificatesRow = z.infer<typeof CertificatesRow>;

const access = ['admin', 'faculty'] as const;

export const listCertificates = endpoint({
  method: 'GET',
  path: '/api/certificates',
  summary: 'The students of a cohort, or of one’s own groups, with the state of their certificates',
  access,
  query: CertificatesFilter.extend(ListQuery.pick({ page: true, limit: true }).shape),
  reply: z.object({
    rows: z.array(CertificatesRow),
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
  summary: 'The list of students with the state of their certificates as a spreadsheet',
  access,
  audit: ['list-exported'],
  query: CertificatesFilter.extend({ format: SheetFormat }),
  reply: z.unknown(),
  problems: ['not-found'],
});

const memberParams = z.object({ memberId: Id });

/** A student’s certificates and the versions of the merged PDF. */
export const MemberCertificates = CertificatesRow.extend({
  entries: z.array(Certificate),
  documents: z.array(DocumentInfo).describe('versions of the merged PDF, the newest first'),
  mayCheck: z.boolean(),
  untold: z.int().describe('number of decisions not yet emailed to the student'),
  reasons: z.array(z.string()).describe('reasons used before, the most used first'),
});
export type MemberCertificates = z.infer<typeof MemberCertificates>;

export const getMemberCertificates = endpoint({
  method: 'GET',
  path: '/api/members/:memberId/certificates',
  summary: 'One student’s certificates, with the versions of the merged PDF',
  access,
  params: memberParams,
  reply: MemberCertificates,
  problems: ['not-found'],
});

export const decideCertificates = endpoint({
  method: 'POST',
  path: '/api/members/:memberId/certificates/decision',
  summary:
    'Accept or return certificates of one student, or take that back; the last decision emails the result',
  access,
  audit: ['certificates-decided', 'certificates-result-sent'],
  params: memberParams,
  body: z.object({
    entries: z
      .array(z.object({ _id: Id, revision: z.int().min(1).max(1_000_000) }))
      .min(1, 'Choose at least one certificate.')
      .max(mostCertificates),
    decision: z.enum(entryStates, 'Accept or return it, or take that back.'),
    reason: paragraph('The reason', 500)
      .default('')
      .describe('reason for returning the certificates'),
    documentId: Id.nullable().default(null).describe('the version of the merged PDF that was read'),
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
  summary: 'Email the decisions so far to the student, unless they know them already',
  access,
  audit: ['certificates-result-sent'],
  params: memberParams,
  reply: z.object({ message: z.string(), member: MemberCertificates }),
  problems: ['not-found', 'cohort-closed'],
});
