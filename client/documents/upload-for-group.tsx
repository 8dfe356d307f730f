import { Select, Stack } from '@mantine/core';
import { useState } from 'react';
import { useKinds } from '#client/api/cohorts/cohort-content.ts';
import { usePortalInfo } from '#client/api/portal.ts';
import { invalidateEndpoints } from '#client/api/queries.ts';
import { useRead } from '#client/api/use-read.ts';
import { OpenCohortFields } from '#client/layout/open-cohort-fields.tsx';
import { Section } from '#client/ui/section.tsx';
import { type FullGroup, getGroup } from '#contract/groups.ts';
import { defaultSizeLimits } from '#contract/rules/document-kinds.ts';
import { findKind, getFileRules, isUploaded } from '#contract/settings/kinds.ts';
import { findCertificates } from '#contract/students/certificates.ts';
import { listSubmissions } from '#contract/submissions.ts';
import { LeaveUploadDialog } from './leave-upload-dialog.tsx';
import { UploadCard } from './upload-card.tsx';

/** Section of the group page where an admin uploads a file for the group or one of its members. */
export function UploadForGroup({ group }: { group: FullGroup }) {
  const { _id: groupId, cohortId, fypGroupMembers: members } = group;
  const sizeLimits = usePortalInfo()?.sizeLimits ?? defaultSizeLimits;
  const { data } = useRead(
    listSubmissions,
    { params: { groupId } },
    { failure: 'Couldn’t load the deadlines' },
  );
  const kinds = useKinds().filter(isUploaded);
  const [choice, setChoice] = useState<string | null>(null);
  const [memberId, setMemberId] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const kind = findKind(kinds, choice ?? '');
  const owner = kind?.isPerMember ? members.find(({ _id }) => _id === memberId) : members[0];
  return (
    <Section
      title="Upload for the group"
      description="For students who can’t upload a file themselves. The receipt goes to the file’s owner or to all members."
    >
      <OpenCohortFields cohortId={cohortId}>
        <Stack gap="md">
          <Select
            label="Kind of file"
            placeholder="Choose a kind"
            disabled={isBusy}
            data={kinds.map(({ kind: value, label }) => ({ value, label }))}
            value={kind?.kind ?? null}
            onChange={setChoice}
          />
          {kind?.isPerMember && (
            <Select
              label="Member"
              placeholder="Choose a member"
              disabled={isBusy}
              data={members.map(({ _id, name, roll }) => ({
                value: _id,
                label: `${name}, ${roll}`,
              }))}
              value={owner?._id ?? null}
              onChange={setMemberId}
            />
          )}
          {kind && owner && (
            <UploadCard
              key={`${kind.kind} ${owner._id}`}
              kind={kind}
              rules={getFileRules(kind, sizeLimits)}
              email={owner.email}
              deadlines={
                data?.submissions.filter(({ documents }) => documents.includes(kind.kind)) ?? []
              }
              next={undefined}
              nextRemovals={[]}
              onUploaded={() => invalidateEndpoints(getGroup, listSubmissions, findCertificates)}
              onBusy={(_, busy) => setIsBusy(busy)}
            />
          )}
        </Stack>
      </OpenCohortFields>
      <LeaveUploadDialog when={isBusy} />
    </Section>
  );
}
