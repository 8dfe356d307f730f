import { ConnectionError } from '#client/api/connection/send.ts';
import { toForeignReplyProblem, toProblem } from '#client/api/problems.ts';

/**
 * Leaves the download to the browser, which shows the progress and can resume the download after an interruption. Throws if
 * the reply is not the file: the browser would save the page of a proxy under the file's name.
 */
export async function startBrowserDownload(address: string) {
  const { ok, status, headers } = await fetch(address, { method: 'HEAD' }).catch((error) => {
    throw new ConnectionError(error);
  });
  if (!ok) throw toProblem({ status, body: undefined, retryAfter: headers.get('Retry-After') });
  if (!headers.has('Content-Disposition')) throw toForeignReplyProblem();
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
