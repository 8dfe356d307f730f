import { Text, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconChevronDown, IconChevronRight, IconFileText } from '@tabler/icons-react';
import { formatSize } from '#contract/values/format-size.ts';
import classes from './archive.module.css';
import type { Folder } from './archive-tree.ts';
import type { ArchiveFile } from './read-archive.ts';

type FolderContentProps = {
  folder: Folder;
  selected: ArchiveFile | undefined;
  onSelect: (file: ArchiveFile) => void;
};

/** Lists a folder. A folder below it is rendered when it is opened, because archives have thousands of files. */
export function FolderContent({ folder, selected, onSelect }: FolderContentProps) {
  const isOnlyFolder = folder.folders.length === 1 && folder.files.length === 0;
  return (
    <ul className={classes.list}>
      {folder.folders.map((child) => (
        <SubFolder
          key={child.name}
          folder={child}
          selected={selected}
          onSelect={onSelect}
          isOpenAtFirst={isOnlyFolder}
        />
      ))}
      {folder.files.map(({ name, file }) => (
        <li key={name}>
          <UnstyledButton
            className={classes.entry}
            aria-pressed={file === selected}
            onClick={() => onSelect(file)}
          >
            <IconFileText size={16} aria-hidden />
            <bdi className={classes.name}>{name}</bdi>
            <Text span size="xs" c="dimmed">
              {formatSize(file.size)}
            </Text>
          </UnstyledButton>
        </li>
      ))}
    </ul>
  );
}

function SubFolder({ isOpenAtFirst, ...content }: FolderContentProps & { isOpenAtFirst: boolean }) {
  const [isOpen, { toggle }] = useDisclosure(isOpenAtFirst);
  const { name, count } = content.folder;
  const Icon = isOpen ? IconChevronDown : IconChevronRight;
  return (
    <li>
      <UnstyledButton className={classes.entry} aria-expanded={isOpen} onClick={toggle}>
        <Icon size={16} aria-hidden />
        <bdi className={classes.name}>{name}/</bdi>
        <Text span size="xs" c="dimmed">
          {count} {count === 1 ? 'file' : 'files'}
        </Text>
      </UnstyledButton>
      {isOpen && <FolderContent {...content} />}
    </li>
  );
}
