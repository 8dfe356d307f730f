import * as contract from '#contract/students/certificates.ts';
import { feature } from '#server/http/feature.ts';
import { addCertificate } from './add-certificate.ts';
import { changeCertificate, removeCertificate } from './change-certificate.ts';
import { correctUndoneDecisions } from './correct-undone-decisions.ts';
import { decideCertificates, sendCertificateResult } from './decide-certificates.ts';
import { certificatesDeskParts } from './desk.ts';
import { exportCertificates } from './export-certificates.ts';
import { findCertificates } from './find-certificates.ts';
import { getCertificatesOfMember } from './get-member.ts';
import { decisionsInHistory } from './history-part.ts';
import { listCertificates } from './list-certificates.ts';

export const certificatesFeature = feature({
  name: 'certificates',
  contract,
  desk: certificatesDeskParts,
  history: [decisionsInHistory],
  jobs: [{ run: correctUndoneDecisions }],
  handlers: {
    findCertificates: ({ services, caller, params }) =>
      findCertificates(services, caller, params.groupId),
    addCertificate: ({ services, caller, params, body }) =>
      addCertificate(services, caller, params.groupId, body),
    changeCertificate: ({ services, caller, params, body }) =>
      changeCertificate(services, caller, params.certificateId, body),
    removeCertificate: ({ services, caller, params }) =>
      removeCertificate(services, caller, params.certificateId),
    listCertificates: ({ services, caller, query }) => listCertificates(services, caller, query),
    exportCertificates: (call) => exportCertificates(call),
    getMemberCertificates: ({ services, caller, params }) =>
      getCertificatesOfMember(services, caller, params.memberId),
    decideCertificates: ({ services, caller, params, body }) =>
      decideCertificates(services, caller, params.memberId, body),
    sendCertificatesResult: ({ services, caller, params }) =>
      sendCertificateResult(services, caller, params.memberId),
  },
});
