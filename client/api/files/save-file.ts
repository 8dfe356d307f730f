/** Starts a browser download of a URL, with the browser's own progress and resume. */
export function openDownload(address: string) {
  const link = document.createElement('a');
  link.href = address;
  link.download = '';
  link.click();
}

/** Saves a generated file as a browser download. */
export function saveFile(name: string, content: Blob) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // Revoke the URL later: the browser still has to read it.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
