import { Box, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ErrorState } from '#client/ui/state/error-state.tsx';
import { LoadingLines } from '#client/ui/state/loading.tsx';
import { formatSize } from '#contract/values/format-size.ts';
import classes from './archive.module.css';
import { buildTree } from './archive-tree.ts';
import { FolderContent } from './folder-content.tsx';
import { type Archive, type ArchiveFile, readArchive } from './read-archive.ts';
import { TextFile } from './text-file.tsx';

/** Lists the files of a ZIP archive, and shows the text of a selected file. */
export function ArchivePreview({ url, label }: { url: string; label: string }) {
  const archive = useQuery({ queryKey: ['archive', url], queryFn: () => readArchive(url) });
  if (archive.data) return <ArchiveContent url={url} archive={archive.data} label={label} />;
  return (
    <Box p="md">
      {archive.isPending ? (
        <LoadingLines lines={6} label="Reading the archive…" />
      ) : (
        <ErrorState
          message="Couldn’t list the files in the archive"
          onRetry={() => archive.refetch()}
          isRetrying={archive.isFetching}
        >
          The archive may be damaged or contain too many files, or the connection was lost. Open it
          to unpack it on your computer.
        </ErrorState>
      )}
    </Box>
  );
}

type ArchiveContentProps = { url: string; archive: Archive; label: string };

function ArchiveContent({ url, archive, label }: ArchiveContentProps) {
  const [selected, setSelected] = useState<ArchiveFile>();
  const root = buildTree(archive.files);
  return (
    <section className={classes.archive} aria-label={label}>
      <nav className={classes.tree} aria-label={`Files in ${label}`}>
        <Text size="sm" c="dimmed" px="xs" pb="xs">
          {root.count} {root.count === 1 ? 'file' : 'files'}, {formatSize(root.size)} unpacked
          {archive.isCut && `. The archive has more files; the first ${root.count} are listed.`}
        </Text>
        {root.count === 0 ? (
          <Text size="sm" px="xs">
            The archive contains no files.
          </Text>
        ) : (
          <FolderContent folder={root} selected={selected} onSelect={setSelected} />
        )}
      </nav>
      {selected && <TextFile key={selected.path.join('/')} url={url} file={selected} />}
    </section>
  );
}
