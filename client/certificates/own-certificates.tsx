import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { useId, useState } from 'react';
import { useLocation } from 'react-router';
import { useCohort } from '#client/api/cohorts/cohorts.ts';
import { useAction } from '#client/api/use-action.ts';
import { useRead } from '#client/api/use-read.ts';
import { Requirements } from '#client/layout/certificate-requirements.tsx';
import { ConfirmDialog } from '#client/ui/dialog/confirm-dialog.tsx';
import { useLastDefined } from '#client/ui/dialog/use-last-defined.ts';
import { Section } from '#client/ui/section.tsx';
import { BidiSentence } from '#client/ui/sentence.tsx';
import { Loaded } from '#client/ui/state/loaded.tsx';
import { LoadingLines } from '#client/ui/state/loading.tsx';
import { findDesk } from '#contract/desk.ts';
import type { EndpointReply } from '#contract/endpoint.ts';
import { getRequirementProgress } from '#contract/rules/certificates-state.ts';
import {
  type Certificate,
  findCertificates,
  maxCertificates,
  removeCertificate,
} from '#contract/students/certificates.ts';
import { CertificateDialog, type EditedCertificate } from './certificate-dialog.tsx';
import { OwnCertificateEntry } from './own-entry.tsx';
import { CertificatesStateBadge } from './state-badge.tsx';

export function OwnCertificates({ groupId }: { groupId: string }) {
  const read = useRead(
    findCertificates,
    { params: { groupId } },
    { failure: 'Couldn’t load your certificates', staleTime: 0 },
  );
  const [edited, setEdited] = useState<EditedCertificate>();
  const fold = useFold(read.data);
  const edit = (entry: EditedCertificate) => {
    // Stay open afterwards, because a corrected certificate no longer opens the list by itself.
    fold.open();
    setEdited(entry);
  };
  const isClosed = Boolean(useCohort().cohort?.closedAt);
  const count = read.data?.own?.entries.length ?? maxCertificates;
  return (
    <Section
      title="Your certificates"
      description="List each certificate in your merged PDF so that it can be checked. An internship certificate replaces all others."
      actions={
        !isClosed && (
          <Button variant="default" onClick={() => edit('new')} disabled={count >= maxCertificates}>
            Add certificate
          </Button>
        )
      }
    >
      <Loaded read={read} loading={<LoadingLines lines={3} label="Loading your certificates…" />}>
        {(data) => (
          <>
            <CertificateLists {...data} fold={fold} onEdit={isClosed ? undefined : edit} />
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

/** The list is folded until the student opens it, follows a link to it, or has to correct a returned certificate. */
function useFold(data: EndpointReply<typeof findCertificates> | undefined) {
  const { hash } = useLocation();
  const [choice, setChoice] = useState<boolean>();
  const hasReturned = data?.own?.entries.some(({ state }) => state === 'returned') ?? false;
  const isOpen = choice ?? (hash === '#certificates' || hasReturned);
  return { isOpen, toggle: () => setChoice(!isOpen), open: () => setChoice(true) };
}

type LedgerProps = EndpointReply<typeof findCertificates> & {
  fold: ReturnType<typeof useFold>;
  /** Undefined if the cohort is closed, because certificates can then no longer be changed. */
  onEdit: ((entry: Certificate) => void) | undefined;
};

function CertificateLists({ members, own: ownCertificates, rule, fold, onEdit }: LedgerProps) {
  const listId = useId();
  const [removed, setRemoved] = useState<Certificate>();
  const self = members.find(({ memberId }) => memberId === ownCertificates?.memberId);
  const otherMembers = members.filter((member) => member !== self);
  if (!ownCertificates || !self) return null;
  return (
    <Stack gap="lg">
      <Group gap="sm" role="status">
        <CertificatesStateBadge state={self.state} />
        <Text className="breakable" style={{ flex: '1 1 12rem' }}>
          <BidiSentence text={self.sentence ?? ''} />
        </Text>
      </Group>
      <Group gap="sm">
        <Text>{formatProgress(rule, ownCertificates.entries)}</Text>
        <Button
          variant="default"
          size="xs"
          aria-expanded={fold.isOpen}
          aria-controls={listId}
          onClick={fold.toggle}
        >
          {fold.isOpen ? 'Hide certificates' : 'Show certificates'}
        </Button>
      </Group>
      <Stack gap="lg" id={listId} hidden={!fold.isOpen} display={fold.isOpen ? undefined : 'none'}>
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
      </Stack>
      <RemoveDialog entry={removed} onClose={() => setRemoved(undefined)} />
    </Stack>
  );
}

/** Formats the number of required certificates that are listed and accepted: "7 of 8 listed, 5 accepted". */
function formatProgress(rule: LedgerProps['rule'], entries: readonly Certificate[]): string {
  if (entries.some(({ countsFor }) => countsFor === 'internship')) {
    return 'An internship certificate is listed';
  }
  const requirements = getRequirementProgress(rule, entries);
  const sum = (field: 'needed' | 'listed' | 'accepted') =>
    requirements.reduce((total, requirement) => total + requirement[field], 0);
  return `${sum('listed')} of ${sum('needed')} listed, ${sum('accepted')} accepted`;
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
    failure: 'Couldn’t remove the certificate',
    invalidates: [findCertificates, findDesk],
    onSettled: onClose,
  });
  return (
    <ConfirmDialog
      opened={entry !== undefined}
      title="Remove this certificate?"
      confirmLabel="Remove"
      consequence="This cannot be undone. To list the certificate again, you’ll have to add it again."
      isBusy={removing.isRunning}
      busyText="Removing…"
      onClose={onClose}
      onConfirm={() => shown && removing.run({ params: { certificateId: shown._id } })}
    >
      “<bdi>{shown?.title}</bdi>” will be removed from your list. The merged PDF is kept.
    </ConfirmDialog>
  );
}
