import { strToU8, unzipSync, zipSync } from 'fflate';
import { decodeUtf8, invalidUtf8Message } from '#contract/values/utf8.ts';

export const createZip = (files: Readonly<Record<string, string>>): Uint8Array<ArrayBuffer> =>
  new Uint8Array(
    zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)]))),
  );

const baseName = (path: string) => path.split('/').at(-1) ?? path;
const isYaml = (name: string) => name.endsWith('.yaml') && !name.startsWith('.');
const maxBytes = 1_000_000;

/** Returns the contents of YAML files by file name. Unpacks zip files. Errors name the file that cannot be read. */
export async function readSettingsFiles(chosen: readonly File[]): Promise<Record<string, string>> {
  const read: Record<string, string> = {};
  for (const file of chosen) {
    const bytes = new Uint8Array(await file.arrayBuffer());
    if (file.name.endsWith('.zip')) Object.assign(read, readZip(file.name, bytes));
    else if (isYaml(file.name)) read[file.name] = textOf(file.name, bytes);
    else throw new Error(`${file.name} is neither a .yaml file nor a .zip.`);
  }
  return read;
}

function readZip(name: string, bytes: Uint8Array): Record<string, string> {
  let entries: Record<string, Uint8Array>;
  try {
    entries = unzipSync(bytes, {
      filter: (entry) => isYaml(baseName(entry.name)) && entry.originalSize <= maxBytes,
    });
  } catch {
    throw new Error(`${name} cannot be opened as a zip. Download the files anew, or unpack it.`);
  }
  const texts = Object.entries(entries).map(([path, content]) => {
    const fileName = baseName(path);
    return [fileName, textOf(fileName, content)];
  });
  if (texts.length === 0) throw new Error(`${name} holds no .yaml file.`);
  return Object.fromEntries(texts);
}

function textOf(name: string, bytes: Uint8Array): string {
  if (bytes.length > maxBytes) throw new Error(`${name} is larger than 1 MB.`);
  const { text, wrongLine } = decodeUtf8(bytes);
  if (wrongLine !== undefined) throw new Error(`${name}:${wrongLine} ${invalidUtf8Message}`);
  return text;
}
