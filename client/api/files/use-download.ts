import { useRequest } from '#client/api/connection/use-request.ts';
import { getErrorMessage, isCancelled } from '#client/api/problems.ts';
import { invalidateEndpoints } from '#client/api/queries.ts';
import { adminToastDurationMs, toast } from '#client/api/toast.ts';
import type { Endpoint, EndpointInput } from '#contract/endpoint.ts';
import { fetchFile } from './download.ts';
import { saveFile } from './save-file.ts';

const warningMs = 20_000;

type DownloadOptions = { failure: string; invalidates?: readonly Endpoint[] };

export function useDownload({ failure, invalidates = [] }: DownloadOptions) {
  const { fraction: bytes, run, cancel } = useRequest();
  const start = async <const E extends Endpoint>(endpoint: E, input: EndpointInput<E>) => {
    try {
      const { name, content, warning } = await run((options) =>
        fetchFile(endpoint, input, options),
      );
      saveFile(name, content);
      if (warning) toast.warning(`Downloaded ${name}`, warningMs, warning);
      else toast.success(`Downloaded ${name}`, adminToastDurationMs);
    } catch (error) {
      if (!isCancelled(error)) toast.error(getErrorMessage(error, failure), adminToastDurationMs);
    }
    await invalidateEndpoints(...invalidates);
  };
  return {
    download: <const E extends Endpoint>(endpoint: E, input: EndpointInput<E>) =>
      void start(endpoint, input),
    progress: { bytes, onCancel: cancel },
  };
}
