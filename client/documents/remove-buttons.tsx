import { Button } from '@mantine/core';
import { useState } from 'react';
import { useKindLabel } from '#client/api/cohorts/cohort-content.ts';
import { call } from '#client/api/connection/call.ts';
import { removeDocument, removeGroupFiles } from '#contract/admin/removals.ts';
import type { DocumentInfo } from '#contract/documents.ts';
import type { FullGroup } from '#contract/groups.ts';
import { RemovalDialog } from './removal-dialog.tsx';

type RemoveVersionProps = { document: DocumentInfo; ownerName: string };

/** Lets an admin remove the file of one version. */
export function RemoveVersionButton({ document, ownerName }: RemoveVersionProps) {
  const [isOpen, setIsOpen] = useState(false);
  const kindLabel = useKindLabel();
  const { _id: documentId, kind, name, version, removed } = document;
  if (removed) return null;
  const label = kindLabel(kind);
  return (
    <>
      <Button
        variant="subtle"
        color="gray"
        size="compact-sm"
        aria-label={`Remove ${label} of ${ownerName}, version ${version}`}
        onClick={() => setIsOpen(true)}
        data-no-print
      >
        Remove
      </Button>
      <RemovalDialog
        opened={isOpen}
        title={`Remove ${label} of ${ownerName}, version ${version}`}
        send={(reason, options) =>
          call(removeDocument, { params: { documentId }, body: { reason } }, options)
        }
        onClose={() => setIsOpen(false)}
      >
        The file <bdi>{name}</bdi> will be deleted from the portal, and no one will be able to open
        it.
      </RemovalDialog>
    </>
  );
}

/** Lets an admin remove all files of a group in the bin. */
export function RemoveGroupFilesButton({ group }: { group: FullGroup }) {
  const [isOpen, setIsOpen] = useState(false);
  const { _id: groupId, fypGroupName } = group;
  return (
    <>
      <Button variant="default" onClick={() => setIsOpen(true)} mt="sm" data-no-print>
        Remove all files
      </Button>
      <RemovalDialog
        opened={isOpen}
        title={`Remove all files of ${fypGroupName}`}
        send={(reason, options) =>
          call(removeGroupFiles, { params: { groupId }, body: { reason } }, options)
        }
        onClose={() => setIsOpen(false)}
      >
        All versions of this group’s files will be deleted from the portal, with the evidence for
        its extension requests. If you restore the group, it will have no files.
      </RemovalDialog>
    </>
  );
}
