import * as contract from '#contract/admin/audit.ts';
import { feature } from '#server/http/feature.ts';
import { auditDeskParts } from './desk.ts';
import { exportAudit } from './export-audit.ts';
import { listAudit } from './list-audit.ts';
import { checkForLostWrites } from './lost-writes.ts';

export const auditFeature = feature({
  name: 'audit',
  contract,
  desk: auditDeskParts,
  jobs: [{ run: checkForLostWrites }],
  handlers: {
    listAudit: ({ services, query }) => listAudit(services, query),
    exportAudit: (call) => exportAudit(call),
  },
});
