import type { ArchiveFile } from './read-archive.ts';

/** Folders deeper than this are shown as one entry, so that a hostile archive cannot exhaust the browser. */
const maxDepth = 20;

export type Folder = {
  name: string;
  folders: Folder[];
  files: { name: string; file: ArchiveFile }[];
  /** Number of files in the folder and all folders below it. */
  count: number;
  /** Size of these files in bytes. */
  size: number;
};

const createFolder = (name: string): Folder => ({
  name,
  folders: [],
  files: [],
  count: 0,
  size: 0,
});

/** Arranges the files of an archive in folders, each sorted by name with the folders first. */
export function buildTree(files: readonly ArchiveFile[]): Folder {
  const root = createFolder('');
  const byPath = new Map<string, Folder>();
  for (const file of files) {
    const parts = file.path.length > maxDepth ? file.path.slice(0, maxDepth - 1) : file.path;
    const name = file.path.slice(parts.length - 1).join('/');
    let folder = root;
    addTo(folder, file);
    for (const [index, part] of parts.slice(0, -1).entries()) {
      const key = JSON.stringify(parts.slice(0, index + 1));
      const child = byPath.get(key) ?? createFolder(part);
      if (!byPath.has(key)) folder.folders.push(child);
      byPath.set(key, child);
      addTo(child, file);
      folder = child;
    }
    folder.files.push({ name, file });
  }
  sort(root);
  return root;
}

function addTo(folder: Folder, { size }: ArchiveFile) {
  folder.count += 1;
  folder.size += size;
}

const byName = (a: { name: string }, b: { name: string }) =>
  a.name.localeCompare(b.name, 'en', { numeric: true });

function sort(folder: Folder) {
  folder.folders.sort(byName);
  folder.files.sort(byName);
  for (const child of folder.folders) sort(child);
}
