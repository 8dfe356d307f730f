import { readFile } from 'node:fs/promises';
import { type Download, expect, type Page } from '@playwright/test';
import { extractText, getDocumentProxy } from 'unpdf';

export async function download(page: Page, start: () => Promise<unknown>): Promise<Download> {
  const [begun] = await Promise.all([page.waitForEvent('download'), start()]);
  expect(await begun.failure()).toBeNull();
  return begun;
}

export const bytesOf = async (file: Download) => new Uint8Array(await readFile(await file.path()));

/** Returns the text of each page of a PDF, with single spaces. */
export async function pagesOf(file: Download): Promise<string[]> {
  const { text } = await extractText(await getDocumentProxy(await bytesOf(file)));
  return text.map((page) => page.replace(/\s+/g, ' '));
}
