import { Box, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorState } from '#client/ui/state/error-state.tsx';
import { LoadingLines } from '#client/ui/state/loading.tsx';
import { formatSize } from '#contract/values/format-size.ts';
import classes from './archive.module.css';
import { type ArchiveFile, maxTextBytes } from './read-archive.ts';
import { readText } from './read-text.ts';

type TextFileProps = { url: string; file: ArchiveFile };

export function TextFile({ url, file }: TextFileProps) {
  const path = file.path.join('/');
  return (
    <section className={classes.text} aria-label={path}>
      <Title order={3} size="h5" className="breakable" p="xs">
        <bdi>{path}</bdi>
      </Title>
      <FileText url={url} file={file} />
    </section>
  );
}

function FileText({ url, file }: TextFileProps) {
  const refusal = findRefusal(file);
  const text = useQuery({
    queryKey: ['archive', url, file.path],
    queryFn: async ({ signal }) => readText(await file.read(signal)),
    enabled: refusal === undefined,
    gcTime: 0,
  });
  if (refusal !== undefined) return <Note>{refusal}</Note>;
  if (text.isPending) {
    return (
      <Box p="xs">
        <LoadingLines lines={8} label="Reading the file…" />
      </Box>
    );
  }
  if (text.isError) {
    return (
      <ErrorState message="Couldn’t read this file" onRetry={() => text.refetch()}>
        It may be damaged. Open the archive to unpack it on your computer.
      </ErrorState>
    );
  }
  if (!text.data) return <Note>This file contains no text. Open the archive to unpack it.</Note>;
  const { lines, isCut } = text.data;
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll long lines. */}
      <pre className={classes.lines} tabIndex={0}>
        {lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a file never change their order.
          <code key={index}>{line || ' '}</code>
        ))}
      </pre>
      {isCut && <Note>Only the first {lines.length} lines are shown.</Note>}
    </>
  );
}

const Note = ({ children }: { children: ReactNode }) => (
  <Text size="sm" c="dimmed" p="xs">
    {children}
  </Text>
);

function findRefusal({ isEncrypted, size }: ArchiveFile): string | undefined {
  if (isEncrypted) return 'This file needs a password. Open the archive to unpack it.';
  if (size > maxTextBytes) {
    return `Files larger than ${formatSize(maxTextBytes)} aren’t displayed. Open the archive to unpack it.`;
  }
  return undefined;
}
