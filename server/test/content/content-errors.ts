import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { loadContent } from '#server/content/files/load-content.ts';

const sample = resolve(import.meta.dirname, '../../content/sample-department');

export function copySampleContent(): string {
  const folder = mkdtempSync(join(tmpdir(), 'content-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  cpSync(sample, folder, { recursive: true });
  return folder;
}

export function loadEditedContent(...edits: [file: string, from: string, to: string][]): string[] {
  const folder = copySampleContent();
  for (const [name, from, to] of edits) {
    const file = join(folder, name);
    const source = readFileSync(file, 'utf8');
    expect(source).toContain(from);
    writeFileSync(
      file,
      source.replace(from, () => to),
    );
  }
  return findContentErrors(folder);
}

export function findContentErrors(folder: string): string[] {
  try {
    loadContent(folder, 'Asia/Karachi');
  } catch (error) {
    const [, ...lines] = error instanceof Error ? error.message.split('\n') : [];
    return lines.map((line) => line.replace(`${folder}/`, ''));
  }
  return [];
}
