import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useCohort } from '#client/api/cohorts/cohorts.ts';
import { useAction } from '#client/api/use-action.ts';
import { useRead } from '#client/api/use-read.ts';
import { ConfirmDialog } from '#client/ui/dialog/confirm-dialog.tsx';
import { useLastDefined } from '#client/ui/dialog/use-last-defined.ts';
import { Section } from '#client/ui/section.tsx';
import { BidiSentence } from '#client/ui/sentence.tsx';
import { Loaded } from '#client/ui/state/loaded.tsx';
import { LoadingLines } from '#client/ui/state/loading.tsx';
import { findDesk } from '#contract/desk.ts';
import type { EndpointReply } from '#contract/endpoint.ts';
import {
  type Certificate,
  findCertificates,
  maxCertificates,
  removeCertificate,
} from '#contract/students/certificates.ts';
import { CertificateDialog, type EditedCertificate } from './certificate-dialog.tsx';
import { OwnCertificateEntry } from './own-entry.tsx';
import { Requirements } from './requirements.tsx';
import { CertificatesStateBadge } from './state-badge.tsx';

export function OwnCertificates({ groupId }: { groupId: string }) {
  const read = useRead(
    findCertificates,
    { params: { groupId } },
    { failure: 'Failed to load your certificates', staleTime: 0 },
  );
  const [edited, setEdited] = useState<EditedCertificate>();
  const isClosed = Boolean(useCohort().cohort?.closedAt);
  const count = read.data?.own?.entries.length ?? maxCertificates;
  return (
    <Section
      title="Your certificates"
      description="List each certificate of your merged PDF, so that each can be checked. An internship certificate replaces all others."
      actions={
        !isClosed && (
          <Button onClick={() => setEdited('new')} disabled={count >= maxCertificates}>
            Add certificate
          </Button>
        )
      }
    >
      <Loaded read={read} loading={<LoadingLines lines={8} label="Loading your certificates…" />}>
        {(data) => (
          <>
            <CertificateLists
              {...data}
              onEdit={isClosed ? undefined : (entry) => setEdited(entry)}
            />
            <CertificateDialog
              groupId={groupId}
              rule={data.rule}
              edited={edited}
              onClose={() => setEdited(undefined)}
            />
          </>
        )}
      </Loaded>
    </Section>
  );
}

type LedgerProps = EndpointReply<typeof findCertificates> & {
  /** Undefined if the cohort is closed, because certificates can then no longer be changed. */
  onEdit: ((entry: Certificate) => void) | undefined;
};

function CertificateLists({ members, own: ownCertificates, rule, onEdit }: LedgerProps) {
  const [removed, setRemoved] = useState<Certificate>();
  const self = members.find(({ memberId }) => memberId === ownCertificates?.memberId);
  const otherMembers = members.filter((member) => member !== self);
  if (!ownCertificates || !self) return null;
  return (
    <Stack gap="lg">
      <Group gap="sm" role="status">
        <CertificatesStateBadge state={self.state} />
        <Text className="breakable" style={{ flex: '1 1 12rem' }}>
          <BidiSentence text={self.sentence} />
        </Text>
      </Group>
      <Requirements rule={rule} entries={ownCertificates.entries} />
      {ownCertificates.entries.length === 0 ? (
        <Text c="dimmed">
          No certificates listed yet. Add each certificate, and upload all of them as one PDF.
        </Text>
      ) : (
        <ul className="plain ruled" aria-label="Your certificates">
          {ownCertificates.entries.map((entry) => (
            <OwnCertificateEntry
              key={entry._id}
              entry={entry}
              rule={rule}
              onEdit={onEdit && (() => onEdit(entry))}
              onRemove={() => setRemoved(entry)}
            />
          ))}
        </ul>
      )}
      <Anchor href="#upload-certificate" mr="auto">
        Upload the merged PDF
      </Anchor>
      {otherMembers.length > 0 && <OtherMembers members={otherMembers} />}
      <RemoveDialog entry={removed} onClose={() => setRemoved(undefined)} />
    </Stack>
  );
}

function OtherMembers({ members }: Pick<LedgerProps, 'members'>) {
  return (
    <section aria-label="The other members">
      <Text size="sm" c="dimmed">
        The other members
      </Text>
      <ul className="plain" aria-label="Certificates of the other members">
        {members.map(({ memberId, name, state }) => (
          <Group component="li" key={memberId} gap="xs" py={4}>
            <Text size="sm" className="breakable">
              {name}
            </Text>
            <CertificatesStateBadge state={state} />
          </Group>
        ))}
      </ul>
    </section>
  );
}

function RemoveDialog({ entry, onClose }: { entry: Certificate | undefined; onClose: () => void }) {
  const shown = useLastDefined(entry);
  const removing = useAction(removeCertificate, {
    failure: 'Failed to remove the certificate',
    invalidates: [findCertificates, findDesk],
    onSettled: onClose,
  });
  return (
    <ConfirmDialog
      opened={entry !== undefined}
      title="Remove this certificate?"
      confirmLabel="Remove"
      isDangerous
      isBusy={removing.isRunning}
      onClose={onClose}
      onConfirm={() => shown && removing.run({ params: { certificateId: shown._id } })}
    >
      “<bdi>{shown?.title}</bdi>” will be removed from your list. The merged PDF is kept.
    </ConfirmDialog>
  );
}
