/** Downloads a URL through the browser, which shows the progress and can resume the download. */
export function openDownload(address: string) {
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
  // Revoke the URL later: the browser still has to read it.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
