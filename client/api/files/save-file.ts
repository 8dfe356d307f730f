/** Leaves the download to the browser, which shows the progress and can resume the download after an interruption. */
export function startBrowserDownload(address: string) {
  const link = document.createElement('a');
  link.href = address;
  link.download = '';
  link.click();
}

export function saveFile(name: string, content: Blob) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // Revoke the URL after a delay, because the browser reads it asynchronously.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
