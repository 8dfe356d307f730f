import { uploadDocument } from '#contract/documents.ts';
import {
  addCertificate,
  decideCertificates,
  getMemberCertificates,
} from '#contract/students/certificates.ts';
import { getItemAt, type TestGroup } from '#server/test/people.ts';
import type { Portal } from '#server/test/portal.ts';
import type { ApiCaller } from '#tools/test/caller.ts';
import { buildPdf } from '#tools/test/files/sample-files.ts';
import { toFile } from '#tools/test/people.ts';

const kinds = ['python', 'java', 'thesis-writing', 'english-speaking'];
export const eightCertificates = [
  ...kinds,
  'project-management-and-presentation',
  'optional',
  'optional',
  'optional',
];

export const buildCertificateEntry = (countsFor: string, title = countsFor) => ({
  title,
  provider: 'Coursera',
  countsFor,
});
export const addTestCertificate = (
  { student, groupId }: TestGroup,
  countsFor: string,
  title = countsFor,
) =>
  student.caller.call(addCertificate, {
    params: { groupId },
    body: buildCertificateEntry(countsFor, title),
  });
export const addEightCertificates = async (portal: Portal, team: TestGroup) => {
  for (const [index, countsFor] of eightCertificates.entries()) {
    await addTestCertificate(team, countsFor, `Course ${index}`);
    portal.wait(1000);
  }
};
export const uploadCertificates = ({ student }: TestGroup, title = 'certificates') =>
  student.caller.call(uploadDocument, {
    params: { kind: 'certificate', email: student.email },
    body: { file: toFile(buildPdf({ title }), `${title}.pdf`) },
  });
export const readCertificates = (caller: ApiCaller, team: TestGroup) =>
  caller.call(getMemberCertificates, { params: { memberId: getItemAt(team.ids, 0) } });

export type CertificateDecision = {
  decision: 'accepted' | 'returned' | 'unchecked';
  reason?: string;
};
export async function buildCertificateDecision(
  portal: Portal,
  team: TestGroup,
  which: readonly number[],
  decision: CertificateDecision,
) {
  const { entries, documents } = await readCertificates(portal.admin, team);
  const chosen = which.map((index) => getItemAt(entries, index));
  return {
    params: { memberId: getItemAt(team.ids, 0) },
    body: {
      ...decision,
      entries: chosen.map(({ _id, revision }) => ({ _id, revision })),
      documentId: documents[0]?._id ?? null,
    },
  };
}
export const decideTestCertificates = async (
  portal: Portal,
  team: TestGroup,
  which: readonly number[],
  decision: CertificateDecision,
) => {
  portal.wait(1000);
  return portal.admin.call(
    decideCertificates,
    await buildCertificateDecision(portal, team, which, decision),
  );
};
