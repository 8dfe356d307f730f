/**
 * Returns an error message if a file was changed, moved or deleted after it was chosen. Browsers refuse to read such a
 * file, and report it as a lost connection while they send it.
 */
export async function findChangedFile(file: File): Promise<string | undefined> {
  try {
    await file.slice(0, 1).arrayBuffer();
    return undefined;
  } catch {
    return `${file.name} has changed since you chose it. Choose it again.`;
  }
}
