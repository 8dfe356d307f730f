import * as contract from '#contract/admin/audit.ts';
import { feature } from '#server/http/feature.ts';
import { exportAudit } from './export-audit.ts';
import { listAudit } from './list-audit.ts';

export const auditFeature = feature({
  name: 'audit',
  contract,
  handlers: {
    listAudit: ({ services, query }) => listAudit(services, query),
    exportAudit: (call) => exportAudit(call),
  },
});
