import { uploadDocument } from '#contract/documents.ts';
import { findCourses } from '#contract/settings/courses.ts';
import {
  addCertificate,
  decideCertificates,
  getMemberCertificates,
} from '#contract/students/certificates.ts';
import type { ApiCaller } from '#tools/test/caller.ts';
import { buildPdf } from '#tools/test/files/sample-files.ts';
import { toFile } from '#tools/test/people.ts';

type CertificateOwner = { groupId: string; memberId: string; email: string; name: string };
export type CertificateStage = 'none' | 'listed' | 'returned' | 'accepted';

/** Adds sample certificates for a student, up to the given stage of the review. */
export async function addSampleCertificates(
  admin: ApiCaller,
  student: ApiCaller,
  { groupId, memberId, email, name }: CertificateOwner,
  stage: CertificateStage,
) {
  if (stage === 'none') return;
  const { topics } = await student.call(findCourses);
  const courses = topics.flatMap((topic) => topic.courses);
  const mandatory = [...new Set(courses.flatMap(({ fulfils }) => fulfils ?? []))];
  const chosen = [
    ...mandatory.flatMap((id) => courses.find(({ fulfils }) => fulfils === id) ?? []),
    ...courses.filter(({ fulfils }) => !fulfils).slice(0, 3),
  ];
  for (const { id: courseId, title, provider, fulfils } of chosen) {
    const body = { title, provider, courseId, countsFor: fulfils ?? 'optional' };
    await student.call(addCertificate, { params: { groupId }, body });
  }
  const file = toFile(buildPdf({ title: `Certificates of ${name}` }), 'certificates.pdf');
  await student.call(uploadDocument, { params: { kind: 'certificate', email }, body: { file } });
  if (stage === 'listed') return;
  const params = { memberId };
  const { entries, documents } = await admin.call(getMemberCertificates, { params });
  const documentId = documents[0]?._id ?? null;
  const [first, ...remaining] = entries.map(({ _id, revision }) => ({ _id, revision }));
  if (!first) return;
  const accepted = stage === 'returned' ? remaining : [first, ...remaining];
  const acceptance = { entries: accepted, decision: 'accepted' as const, documentId };
  await admin.call(decideCertificates, { params, body: acceptance });
  if (stage === 'accepted') return;
  const reason = 'The certificate does not show your name.';
  const returned = { entries: [first], decision: 'returned' as const, documentId, reason };
  await admin.call(decideCertificates, { params, body: returned });
}
