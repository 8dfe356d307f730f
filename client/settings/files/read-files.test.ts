import { expect, test } from 'vitest';
import { createZip, readSettingsFiles } from './read-files.ts';

const files = { 'faq.yaml': '- title: Geführt\n', 'home.yaml': 'welcome: {}\n' };
const file = (name: string, content: string | Uint8Array<ArrayBuffer>) => new File([content], name);

test('readSettingsFiles returns the files in a zip archive that was downloaded from the portal', async () => {
  expect(await readSettingsFiles([file('settings.zip', createZip(files))])).toEqual(files);
});

test('readSettingsFiles strips folder names from the paths in a zip archive and skips non-YAML files', async () => {
  const zip = createZip({
    'content/faq.yaml': 'x',
    'content/readme.txt': 'y',
    '__MACOSX/._faq.yaml': '',
  });
  expect(await readSettingsFiles([file('content.zip', zip)])).toEqual({ 'faq.yaml': 'x' });
});

test('readSettingsFiles accepts the character U+FFFD in valid UTF-8', async () => {
  const typed = { 'faq.yaml': '- title: \ufffd\n' };
  expect(await readSettingsFiles([file('settings.zip', createZip(typed))])).toEqual(typed);
});

test('readSettingsFiles returns the contents of several YAML files, keyed by file name', async () => {
  const chosen = Object.entries(files).map(([name, text]) => file(name, text));
  expect(await readSettingsFiles(chosen)).toEqual(files);
});

test.each([
  ['notes.txt', 'x', 'notes.txt is neither a .yaml file nor a .zip.'],
  [
    'broken.zip',
    'x',
    'broken.zip cannot be opened as a zip. Download the files anew, or unpack it.',
  ],
  ['empty.zip', createZip({ 'a.txt': '' }), 'empty.zip holds no .yaml file.'],
  ['faq.yaml', 'x'.repeat(1_000_001), 'faq.yaml is larger than 1 MB.'],
  [
    'faq.yaml',
    new Uint8Array([45, 32, 10, 67, 233, 10]),
    'faq.yaml:2 holds a character that is not UTF-8. Save the file as UTF-8.',
  ],
])('readSettingsFiles rejects %s and states the reason', async (name, content, message) => {
  await expect(readSettingsFiles([file(name, content)])).rejects.toThrow(message);
});
